"""A signature is made over the bytes that the document says, so that any program can check it."""

import json
from base64 import b64decode

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from service.files.signing import SigningKey


def test_a_signature_is_over_sorted_json_in_utf_8_without_spaces() -> None:
    document = {"text": "René says “no”\n", "at": {"Ż": 1, "a": [True, None]}}
    signed = SigningKey(bytes(range(32))).sign(document).signature
    written = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    # raises InvalidSignature for any other bytes
    Ed25519PublicKey.from_public_bytes(b64decode(signed.key)).verify(b64decode(signed.value), written)
