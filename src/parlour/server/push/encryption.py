"""Encryption of a push for one device (RFC 8291), so that the push service cannot read it."""

import base64
import binascii
import secrets

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from parlour.kernel.refusal import Refused

CURVE = ec.SECP256R1()
LENGTH = 1024  # bytes that every push has before encryption, so that its length tells nothing
RECORD = 4096  # the record size that the header states; a push is one record
END = b"\x02"  # ends the last record; padding follows


def unpacked(text: str) -> bytes:
    """Decode base64url without padding, or raise ValueError."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except binascii.Error:
        raise ValueError("not base64url") from None


def packed(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def check_keys(p256dh: str, auth: str) -> None:
    """Refuse keys of a device that nothing could be encrypted for."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, unpacked(p256dh))
        if len(unpacked(auth)) != 16:
            raise ValueError("too long or too short")
    except ValueError:
        raise Refused("", "Those aren't the keys of a browser's push subscription.") from None


def encrypt(plain: bytes, p256dh: str, auth: str) -> bytes:
    """Return the body of the request to the push service, in the encoding aes128gcm."""
    if len(plain) >= LENGTH:
        raise ValueError(f"a push has {LENGTH - 1} bytes at most")
    device = unpacked(p256dh)
    own = ec.generate_private_key(CURVE)
    own_point = point_of(own.public_key())
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, device))
    key = _derived(shared, unpacked(auth), b"WebPush: info\0" + device + own_point, 32)
    salt = secrets.token_bytes(16)
    content_key = _derived(key, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(key, salt, b"Content-Encoding: nonce\0", 12)
    padded = (plain + END).ljust(LENGTH, b"\0")
    header = salt + RECORD.to_bytes(4, "big") + bytes([len(own_point)]) + own_point
    return header + AESGCM(content_key).encrypt(nonce, padded, None)


def _derived(key: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(key)
