"""The server's key for push services (VAPID, RFC 8292): it shows them that pushes come from the server that the device
asked, and from no other."""

import time
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_der_private_key,
)

from parlour.server.push.encryption import CURVE, packed, point_of
from parlour.store import Subscription

LASTS = 12 * 3600  # seconds that a signature is valid; push services take a day at most
NOWHERE = "https://localhost"  # whom to ask about a page that was not opened over https


def new_key() -> bytes:
    """Return a new private key, as it is stored."""
    return ec.generate_private_key(CURVE).private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())


class Vapid:
    def __init__(self, stored: bytes) -> None:
        key = load_der_private_key(stored, None)
        assert isinstance(key, ec.EllipticCurvePrivateKey)
        self.private = key
        self.public = packed(point_of(key.public_key()))

    def authorization(self, subscription: Subscription) -> str:
        """Return the header that identifies this server to a push service."""
        parts = urlsplit(subscription.endpoint)
        contact = subscription.origin if subscription.origin.startswith("https:") else NOWHERE
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + LASTS, "sub": contact}
        text = ".".join(packed(msgspec.json.encode(part)) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
        r, s = decode_dss_signature(self.private.sign(text.encode(), ec.ECDSA(SHA256())))
        signature = packed(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
        return f"vapid t={text}.{signature}, k={self.public}"
