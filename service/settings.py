"""Every setting of the service, once: read from `PRAETOR_*`, typed and checked at start.

Read `Settings` first, then `read_settings`; the small readers above them each turn one text into one value.
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct, structs

YES = frozenset({"y", "yes", "true", "on", "1"})
SERVERS = ("postgresql://", "postgres://")
NO = frozenset({"n", "no", "false", "off", "0"})
HOST = re.compile(r"[A-Za-z0-9._-]+|[0-9A-Fa-f:.]+")
# a server lets several processes write at once; a file has one queue for its disk
ON_SERVER = {"workers": 2, "threads": 8}


class WrongSettings(ValueError):
    """One or more settings cannot be used; the text names each with its reason."""

    def __init__(self, reasons: Mapping[str, str]) -> None:
        self.reasons = dict(reasons)
        super().__init__("; ".join(f"{name}: {reason}" for name, reason in self.reasons.items()))


class Address(Struct, frozen=True):
    """A PostgreSQL database: what a client connects with, and `name`, which tells it without a password."""

    conninfo: str
    name: str

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Address({self.name})"


class Settings(Struct, frozen=True):
    """What one process was told; times in seconds, sizes in pieces."""

    db: Path | Address = Path("praetor.db")
    cache_matches: int = 500
    threads: int = 16
    store_timeout: float = 2.0
    act_budget: float = 4.0
    group_commit: int = 64
    gate: bool = True
    metrics: Path | None = None
    exports: Path | None = None
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    signing_key: Any = None


def _db(text: str) -> Path | Address:
    return _address(text) if text.startswith(SERVERS) else _path(text)


def _address(text: str) -> Address:
    # only who stores there pays for the driver: it takes longer to import than a command to run
    from psycopg import ProgrammingError
    from psycopg.conninfo import conninfo_to_dict

    try:
        parts = conninfo_to_dict(text)
    except ProgrammingError:
        # the driver's own text quotes parts of the address, a password among them
        raise ValueError("not an address of the form postgresql://user@host:port/database") from None
    host, port = parts.get("host", ""), parts.get("port")
    place = f"{host}:{port}" if port else f"{host}"
    return Address(text, f"postgresql://{place}/{parts.get('dbname', '')}")


def _path(text: str) -> Path:
    if "://" in text:
        raise ValueError(f"{text.split('://')[0]}:// is no store, give a file's path or a postgresql:// address")
    if text.startswith((":memory:", "file:")):
        raise ValueError("the store is shared by processes, give a file's path")
    if Path(text).is_dir():
        raise ValueError(f"{text} is a folder, give a file's path")
    return Path(text)


def _folder(text: str) -> Path:
    if Path(text).is_file():
        raise ValueError(f"{text} is a file, give a folder's path")
    return Path(text)


def _host(text: str) -> str:
    if not HOST.fullmatch(text):
        raise ValueError(f"{text!r} is neither a host's name nor an IP address")
    return text


def _switch(text: str) -> bool:
    if text.lower() not in YES | NO:
        raise ValueError(f"{text!r} is neither y nor n")
    return text.lower() in YES


def _signing_key(text: str) -> object:
    # only who signs pays for the library
    from service.files.signing import SigningKey, secret_of

    return SigningKey(secret_of(text))


def _count(least: int, most: int) -> Callable[[str], int]:
    def count(text: str) -> int:
        if not text.isdecimal() or not least <= int(text) <= most:
            raise ValueError(f"{text!r} is not a whole number from {least} to {most}")
        return int(text)

    return count


def _seconds(least: float, most: float) -> Callable[[str], float]:
    def seconds(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = least - 1
        if not least <= value <= most:
            raise ValueError(f"{text!r} is not a number of seconds from {least} to {most}")
        return value

    return seconds


READERS: dict[str, tuple[str, Callable[[str], object]]] = {
    "PRAETOR_DB": ("db", _db),
    "PRAETOR_CACHE_MATCHES": ("cache_matches", _count(1, 1_000_000)),
    "PRAETOR_THREADS": ("threads", _count(1, 1_000)),
    "PRAETOR_STORE_TIMEOUT": ("store_timeout", _seconds(0.01, 60.0)),
    "PRAETOR_ACT_BUDGET": ("act_budget", _seconds(0.01, 60.0)),
    "PRAETOR_GROUP_COMMIT": ("group_commit", _count(1, 1_000)),
    "PRAETOR_GATE": ("gate", _switch),
    "PRAETOR_METRICS": ("metrics", _folder),
    "PRAETOR_EXPORTS": ("exports", _folder),
    "PRAETOR_HOST": ("host", _host),
    "PRAETOR_PORT": ("port", _count(0, 65_535)),
    "PRAETOR_WORKERS": ("workers", _count(1, 64)),
    "PRAETOR_SIGNING_KEY": ("signing_key", _signing_key),
}


def read_settings(environ: Mapping[str, str]) -> Settings:
    """The settings that an environment gives; an empty value means the default.

    Raises WrongSettings, which names every wrong one.
    """
    values: dict[str, object] = {}
    wrong: dict[str, str] = {}
    for name, (field, reader) in READERS.items():
        if text := environ.get(name, "").strip():
            try:
                values[field] = reader(text)
            except ValueError as reason:
                wrong[name] = str(reason)
    usual = ON_SERVER if isinstance(values.get("db"), Address) else {}
    settings = structs.replace(Settings(), **{**usual, **values})
    if settings.workers > 1 and not settings.gate and isinstance(settings.db, Path):
        wrong["PRAETOR_GATE"] = "several workers write into one file: they need the gate, or PRAETOR_WORKERS=1"
    if wrong:
        raise WrongSettings(wrong)
    return settings
