"""A push service and a browser of our own, which decrypt what arrives and check its signature, as real ones do."""

import asyncio
import base64
import json
import secrets
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import h11
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

CURVE = ec.SECP256R1()
PATIENCE = 20.0


def packed(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unpacked(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class BrowserKeys:
    """The keys of one push subscription, which only the browser has."""

    def __init__(self, private: ec.EllipticCurvePrivateKey | None = None, auth: bytes = b"") -> None:
        self.private = private or ec.generate_private_key(CURVE)
        self.auth = auth or secrets.token_bytes(16)
        self.point = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def decrypt(self, body: bytes) -> bytes:
        """Read a body in the encoding aes128gcm, by RFC 8188 and RFC 8291."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, record = body[21 : 21 + length], body[21 + length :]
        assert len(record) <= size
        shared = self.private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender))
        key = HKDF(SHA256(), 32, self.auth, b"WebPush: info\0" + self.point + sender).derive(shared)
        content = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(key)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(key)
        text, end, padding = AESGCM(content).decrypt(nonce, record, None).rpartition(b"\2")
        assert end == b"\2"
        assert not padding.strip(b"\0")
        return text


def claims_of(authorization: str, public: str) -> dict[str, Any]:
    """Check the signature of a request, by RFC 8292; return what it claims."""
    scheme, _, rest = authorization.partition(" ")
    given = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert scheme == "vapid"
    assert given["k"] == public
    text, _, signature = given["t"].rpartition(".")
    r, s = (int.from_bytes(half, "big") for half in (unpacked(signature)[:32], unpacked(signature)[32:]))
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, unpacked(public))
    key.verify(encode_dss_signature(r, s), text.encode(), ec.ECDSA(SHA256()))
    head, claims = (json.loads(unpacked(part)) for part in text.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    told: dict[str, Any] = claims
    return told


@dataclass
class Pushed:
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class PushService:
    """Takes pushes, and answers them with a status, or not at all."""

    base: str = ""
    status: int = 201
    more: list[tuple[str, str]] = field(default_factory=list)  # headers of the answer
    hangs: bool = False
    arrived: "asyncio.Queue[Pushed]" = field(default_factory=asyncio.Queue)
    open: int = 0
    most_open: int = 0

    async def next(self) -> Pushed:
        async with asyncio.timeout(PATIENCE):
            return await self.arrived.get()

    async def none(self, wait: float = 0.3) -> None:
        """Check that nothing arrives."""
        await asyncio.sleep(wait)
        assert self.arrived.empty(), self.arrived.get_nowait()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.open += 1
        self.most_open = max(self.open, self.most_open)
        try:
            with suppress(ConnectionError, TimeoutError):
                await self._serve(reader, writer)
        finally:
            self.open -= 1
            writer.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = h11.Connection(h11.SERVER)
        pushed = Pushed("", {}, b"")
        while not isinstance(event := line.next_event(), h11.EndOfMessage):
            if event is h11.NEED_DATA:
                line.receive_data(await reader.read(4096))
            elif isinstance(event, h11.Request):
                assert event.method == b"POST"
                pushed.path = event.target.decode()
                pushed.headers = {name.decode(): value.decode() for name, value in event.headers}
            elif isinstance(event, h11.Data):
                pushed.body += bytes(event.data)
            else:
                return
        self.arrived.put_nowait(pushed)
        if self.hangs:
            await reader.read()  # until the other side gives up
            return
        answer = h11.Response(status_code=self.status, headers=[("content-length", "0"), *self.more])
        writer.write((line.send(answer) or b"") + (line.send(h11.EndOfMessage()) or b""))
        await writer.drain()


@asynccontextmanager
async def push_service(context: ssl.SSLContext | None = None, **how: Any) -> AsyncIterator[PushService]:
    service = PushService(**how)
    serving = await asyncio.start_server(service.serve, "127.0.0.1", 0, ssl=context)
    scheme = "https" if context else "http"
    service.base = f"{scheme}://localhost:{serving.sockets[0].getsockname()[1]}"
    async with serving:
        yield service


def own_certificate(folder: Path) -> tuple[Path, ssl.SSLContext]:
    """Make a certificate for localhost that nobody knows; return its file, and how to serve with it."""
    key = ec.generate_private_key(CURVE)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), False)
        .add_extension(x509.BasicConstraints(True, None), True)
        .sign(key, SHA256())
    )
    certificate, private = folder / "certificate.pem", folder / "private.pem"
    certificate.write_bytes(made.public_bytes(Encoding.PEM))
    private.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, private)
    return certificate, context


class Device:
    """A browser's push subscription at a service."""

    def __init__(self, service: PushService, name: str) -> None:
        self.service = service
        self.path = f"/push/{name}"
        self.keys = BrowserKeys()

    @property
    def wish(self) -> dict[str, str]:
        """What its page sends to the server."""
        keys = {"p256dh": packed(self.keys.point), "auth": packed(self.keys.auth)}
        return {"endpoint": self.service.base + self.path, **keys}

    @property
    def id(self) -> str:
        return sha256(self.wish["endpoint"].encode()).hexdigest()[:32]

    async def told(self) -> dict[str, Any]:
        """Wait for the next push, which has to be for this device, and read it."""
        pushed = await self.service.next()
        assert pushed.path == self.path
        read: dict[str, Any] = json.loads(self.keys.decrypt(pushed.body))
        return read
