"""Analysts fetch exported files over HTTP: the last whole export, whatever another one does meanwhile."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir, contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from threading import Thread

import duckdb
import msgspec
import pytest
from msgspec import structs
from werkzeug.serving import make_server
from werkzeug.test import TestResponse

from service.exports.atomic_folder import KEPT, ExportFolder, Manifest
from service.web.app import create_app
from tests.api.http.clients import Api, problem
from tests.integration.exports.dying import Died, count_steps
from tests.integration.exports.months import change, check_whole, exported, live_tables
from tests.integration.projections.analysts import Analysts
from tests.patience import PATIENCE
from tests.unit.test_layout import ROOT

SEATS = "seats/game=agot_lcg/month=2026-01/rows.parquet"
PATH = f"/v1/exports/{SEATS}"


@pytest.fixture
def api(on_sqlite: Analysts, tmp_path: Path) -> Api:
    """The application over the tables, serving the folder `out`."""
    return serving(on_sqlite, tmp_path / "out")


def serving(analysts: Analysts, out: Path | None) -> Api:
    settings = structs.replace(analysts.settings, exports=out)
    services = structs.replace(analysts.services, settings=settings)
    found = Api(create_app(services), services)
    found.keys["analyst"] = services.keys.issue("analyst", "ana")
    return found


def fetched(api: Api, who: str, method: str = "GET", path: str = PATH, **headers: str) -> TestResponse:
    """The answer to a request for the file of `SEATS` or another, all of which has been read."""
    return api.ask(method, path, who, headers=headers, buffered=True)


def test_the_list_is_the_manifest(on_sqlite: Analysts, api: Api, tmp_path: Path) -> None:
    assert problem(api.get("/v1/exports", "analyst")) == (404, "request.no-exports")
    manifest = exported(on_sqlite, tmp_path / "out").manifest
    answer = api.get("/v1/exports", "analyst")
    assert answer.get_json() == msgspec.to_builtins(manifest)
    asked = {"If-None-Match": answer.headers["ETag"]}
    assert api.get("/v1/exports", "admin", **asked).status_code == 304
    change(on_sqlite, "event_id", "e-1", "m-2")
    exported(on_sqlite, tmp_path / "out")
    assert api.get("/v1/exports", "admin", **asked).status_code == 200
    assert problem(serving(on_sqlite, None).get("/v1/exports", "admin")) == (404, "request.no-exports")


def test_a_file_is_served_whole_and_in_parts(on_sqlite: Analysts, api: Api, tmp_path: Path) -> None:
    [named] = [each for each in exported(on_sqlite, tmp_path / "out").manifest.files if each.path == SEATS]
    whole, tag = (tmp_path / "out" / SEATS).read_bytes(), f'"{named.sha256}"'
    size = len(whole)
    for method, body in (("GET", whole), ("HEAD", b"")):
        answer = fetched(api, "analyst", method)
        sent = [answer.headers[name] for name in ("Content-Length", "ETag", "Accept-Ranges", "Content-Type", "Vary")]
        assert sent == [str(size), tag, "bytes", "application/vnd.apache.parquet", "Authorization"]
        assert (answer.status_code, answer.get_data()) == (200, body)
    parts = {
        "bytes=0-3": (0, 3),
        f"bytes=4-{size + 9}": (4, size - 1),
        "bytes=100-": (100, size - 1),
        "bytes=-8": (size - 8, size - 1),
        f"bytes=-{size}": (0, size - 1),
        f"bytes=-{size + 9}": (0, size - 1),
        "Bytes= 0-0": (0, 0),
    }
    for asked, (first, last) in parts.items():
        for more in ({}, {"If-Range": tag}):
            part = fetched(api, "analyst", Range=asked, **more)
            assert (part.status_code, part.get_data()) == (206, whole[first : last + 1])
            assert part.headers["Content-Range"] == f"bytes {first}-{last}/{size}"
            assert (part.headers["ETag"], part.content_length) == (tag, last + 1 - first)
    assert fetched(api, "analyst", Range="bytes=0-3", **{"If-Range": '"another"'}).get_data() == whole
    for stale in (f'W/"{named.sha256}"', named.sha256, "Sat, 28 Nov 2026 10:00:00 GMT"):
        assert fetched(api, "analyst", Range="bytes=0-3", **{"If-Range": stale}).get_data() == whole
    for asked in (f"bytes={size}-", f"bytes={size}-{size + 9}", "bytes=-0"):
        refused = fetched(api, "analyst", Range=asked)
        assert problem(refused) == (416, "request.range")
        assert refused.headers["Content-Range"] == f"bytes */{size}"
        assert refused.get_json()["because"] == {"bytes": size}
        # who has the file, or asks for a part of another one, is not told of the part
        assert fetched(api, "analyst", Range=asked, **{"If-None-Match": tag}).status_code == 304
        assert fetched(api, "analyst", Range=asked, **{"If-Range": '"another"'}).status_code == 200
    # no single span of bytes: ignored
    spans = ("bytes=9-4", f"bytes={size + 9}-{size}", "bytes=0-1,3-4", "bytes=-", "bytes", "bytes=a-b", "0-3")
    for ignored in (*spans, "lines=1-2", "items=0-1"):
        answer = fetched(api, "analyst", Range=ignored)
        assert (answer.status_code, answer.get_data()) == (200, whole), ignored
    assert fetched(api, "analyst", "HEAD", Range="bytes=0-3").content_length == size
    assert fetched(api, "analyst", **{"If-None-Match": f"W/{tag}"}).status_code == 304
    assert fetched(api, "analyst", **{"If-None-Match": tag}).status_code == 304
    assert fetched(api, "analyst", **{"If-None-Match": '"another"', "If-Match": '"another"'}).status_code == 200


def test_the_statements_of_duckdb_are_served_as_the_files_are(on_sqlite: Analysts, api: Api, tmp_path: Path) -> None:
    path, out = "/v1/exports/views.sql", tmp_path / "out"
    named = exported(on_sqlite, out).manifest.views
    assert named is not None
    answer, tag = fetched(api, "analyst", path=path), f'"{named.sha256}"'
    assert (answer.status_code, answer.headers["ETag"], answer.content_type) == (200, tag, "application/sql")
    assert answer.get_data() == (out / "views.sql").read_bytes()
    assert (len(answer.get_data()), sha256(answer.get_data()).hexdigest()) == (named.bytes, named.sha256)
    assert fetched(api, "analyst", path=path, **{"If-None-Match": tag}).status_code == 304
    assert fetched(api, "analyst", path=path, Range="bytes=0-3").get_data() == answer.get_data()[:4]
    assert problem(fetched(api, "judge", path=path)) == (403, "request.scope")
    # an export of an earlier version names no such file
    manifest = msgspec.json.decode((out / "manifest.json").read_bytes())
    del manifest["views"]
    (out / "manifest.json").write_bytes(msgspec.json.encode(manifest))
    assert api.get("/v1/exports", "analyst").get_json()["views"] is None
    assert problem(fetched(api, "analyst", path=path)) == (404, "request.unknown")
    assert exported(on_sqlite, out).renewed == []
    assert fetched(api, "analyst", path=path).get_data() == answer.get_data()


def test_nothing_but_the_files_of_the_manifest_is_served(on_sqlite: Analysts, api: Api, tmp_path: Path) -> None:
    [named] = [each for each in exported(on_sqlite, tmp_path / "out").manifest.files if each.path == SEATS]
    (tmp_path / "secret").write_text("secret")
    (tmp_path / "out" / "seats" / "other.parquet").write_text("secret")
    kept = tmp_path / "out" / KEPT / named.sha256
    others = ("manifest.json", "_months/lock", f"{KEPT}/{named.sha256}", "seats/other.parquet", "seats", f"{SEATS}/")
    outside = (
        "../secret",
        "seats/../../secret",
        "%2e%2e/secret",
        "..%2fsecret",
        f"/{tmp_path}/secret",
        "seats/../" + SEATS,
    )
    for path in (*others, *outside):
        assert problem(api.get(f"/v1/exports/{path}", "admin"))[0] == 404, path
    kept.unlink()
    assert problem(fetched(api, "admin")) == (404, "request.unknown")
    kept.symlink_to(tmp_path / "secret")
    assert fetched(api, "admin").status_code == 500
    for who in ("organizer", "judge"):
        assert problem(fetched(api, who)) == problem(api.get("/v1/exports", who)) == (403, "request.scope")


def test_whatever_an_export_does_meanwhile_the_last_whole_one_is_served(
    on_sqlite: Analysts, api: Api, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    before = exported(on_sqlite, out).manifest
    under_way = api.get(PATH, "analyst")
    for match_id in ("m-1", "m-2", "m-3"):
        change(on_sqlite, "event_id", "e-1", match_id)
    steps: list[int] = []
    limit, deaths = count_steps(monkeypatch, steps), 0
    for limit["until"] in range(10, 4000, 70):
        steps.clear()
        with suppress(Died):
            exported(on_sqlite, out)
            break
        deaths += 1
        found = ExportFolder(out).manifest()
        assert found is not None
        check_served(out, found)
    limit["until"] = sys.maxsize
    assert deaths > 2
    after = ExportFolder(out).manifest()
    assert after is not None
    assert {each.sha256 for each in after.files} != {each.sha256 for each in before.files}
    check_served(out, after)
    # the files of before are gone, but for who reads one
    assert {each.name for each in (out / KEPT).iterdir()} == {each.sha256 for each in after.all_files}
    [named] = [each for each in before.files if each.path == SEATS]
    assert sha256(under_way.get_data()).hexdigest() == named.sha256
    under_way.close()
    monkeypatch.setattr(ExportFolder, "manifest", iter([before, after]).__next__)
    assert fetched(api, "analyst").status_code == 200


GUIDE = (ROOT / "api_docs" / "analysts.md").read_text(encoding="utf-8").partition("## Over HTTP")[2]
COMMANDS = re.findall(r"```sh\n(.*?)```", GUIDE, re.DOTALL)


def test_the_guide_of_analysts_is_true(analysts: Analysts, tmp_path: Path) -> None:
    api = serving(analysts, tmp_path / "out")
    manifest, part = exported(analysts, tmp_path / "out").manifest, tmp_path / "seats.parquet"
    first = next(each for each in manifest.files if each.table == "seats")
    whole = (tmp_path / "out" / first.path).read_bytes()
    part.write_bytes(whole[:1000])
    assert len(COMMANDS) == 5
    going_on = next(each for each in COMMANDS if "-C -" in each)
    with served(api) as address:

        def run(*commands: str) -> subprocess.CompletedProcess[str]:
            script = "".join(commands).replace("http://127.0.0.1:8000", address)
            path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
            environ = {**os.environ, "KEY": api.keys["analyst"], "PATH": path, "URL": f"{address}/v1/exports"}
            return subprocess.run(
                ["bash", "-e"],
                input=script,
                cwd=tmp_path,
                env=environ,
                text=True,
                capture_output=True,
                timeout=PATIENCE,
            )

        ran = run(*COMMANDS)
        assert (ran.returncode, ran.stderr) == (0, "")
        assert sorted(re.findall(r"(agot_\w+) +(\d+)", ran.stdout)) == [("agot_board", "1"), ("agot_lcg", "4")]
        assert msgspec.json.decode((tmp_path / "copy" / "manifest.json").read_bytes(), type=Manifest) == manifest
        check_whole(tmp_path / "copy", manifest)
        with duckdb.connect() as connection, chdir(tmp_path / "copy"):
            connection.execute(Path("views.sql").read_text())
            assert connection.execute("SELECT COUNT(*) FROM seats").fetchall() == [(len(analysts.rows("seats")),)]
        assert part.read_bytes() == whole
        found = {name: (tmp_path / name).read_bytes().splitlines() for name in ("matches.ndjson", "won.ndjson")}
        assert [len(each) for each in found.values()] == [4, 4]
        # what curl says where nothing is missing, and of a file that was renewed since
        assert run(going_on).returncode == 22
        part.write_bytes(whole[:1000])
        change(analysts, "event_id", "e-1", "m-3")
        seats = live_tables(analysts)["seats"].name
        with analysts.tables.database.writing() as session:
            session.write(f"UPDATE {seats} SET decisions = 7 WHERE match_id = ?", ["m-3"])
        exported(analysts, tmp_path / "out")
        assert (run(going_on).returncode, part.read_bytes()) == (33, whole[:1000])


@contextmanager
def served(api: Api) -> Iterator[str]:
    """The application behind a port, and its address."""
    server = make_server("127.0.0.1", 0, api.app, threaded=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def check_served(out: Path, manifest: Manifest) -> None:
    """What is served is what the manifest says."""
    for each in manifest.all_files:
        found = ExportFolder(out).open_file(each.path)
        assert found is not None
        with found[1] as file:
            assert (found[0], sha256(file.read()).hexdigest()) == (each, each.sha256)
