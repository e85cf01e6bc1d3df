"""Signed exports: a document, its canonical bytes, and an Ed25519 signature over them.

The bytes are the document as JSON with sorted keys and no spaces. The signature can be checked without this service,
with the public key (`/v1/keys/signing`, or `praetor keys signing`). The private key is the setting PRAETOR_SIGNING_KEY.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from binascii import Error
from secrets import token_bytes
from typing import Annotated, Any, ClassVar

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Meta, Struct

ALGORITHM = "Ed25519"
BYTES = 32


class Ed25519Signature(Struct, frozen=True, forbid_unknown_fields=True):
    """An Ed25519 signature of the document, as JSON with sorted keys, no spaces, and UTF-8 for what is not ASCII."""

    schema_name: ClassVar[str] = "Signature"

    algorithm: str
    key: Annotated[str, Meta(description="The public key, 32 bytes in base64.")]
    value: Annotated[str, Meta(description="The signature, 64 bytes in base64.")]


class Signed(Struct, frozen=True, forbid_unknown_fields=True):
    """A document with its signature."""

    document: dict[str, Any]
    signature: Ed25519Signature


class WrongSignature(ValueError):
    """A document differs from the signed one, or was signed with another key."""


class SigningKey:
    """A private key; its `repr` does not show it."""

    def __init__(self, secret: bytes) -> None:
        # kept as bytes, since settings are pickled for other processes
        self._secret = secret
        self.public = b64encode(self._private().public_key().public_bytes_raw()).decode()

    def _private(self) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(self._secret)

    def __repr__(self) -> str:
        return f"SigningKey({self.public})"

    def sign(self, document: dict[str, Any]) -> Signed:
        """A document with its signature."""
        value = self._private().sign(bytes_of(document))
        return Signed(document, Ed25519Signature(ALGORITHM, self.public, b64encode(value).decode()))


def bytes_of(document: dict[str, Any]) -> bytes:
    """The canonical bytes of a document, over which the signature is made."""
    return msgspec.json.encode(document, order="sorted", enc_hook=str)


def secret_of(text: str) -> bytes:
    """The 32 bytes of a private key, from base64. Raises ValueError."""
    try:
        secret = b64decode(text, validate=True)
    except Error:
        secret = b""
    if len(secret) != BYTES:
        raise ValueError("not 32 bytes in base64, as `praetor keys signing --new` prints them")
    return secret


def new_secret() -> str:
    """A new private key, in base64."""
    return b64encode(token_bytes(BYTES)).decode()


def check_signature(signed: Signed, public: str = "") -> None:
    """Raises WrongSignature unless the signature fits the document and, if one is given, the key `public` (base64)."""
    signature = signed.signature
    if signature.algorithm != ALGORITHM:
        raise WrongSignature(f"signed by {signature.algorithm}, not {ALGORITHM}")
    if public and public != signature.key:
        raise WrongSignature(f"signed by the key {signature.key}, not {public}")
    try:
        key = Ed25519PublicKey.from_public_bytes(b64decode(signature.key, validate=True))
        key.verify(b64decode(signature.value, validate=True), bytes_of(signed.document))
    except (InvalidSignature, ValueError) as error:
        raise WrongSignature("the document is not what was signed") from error
