from tests.server.conftest import toy_too

__all__ = ["toy_too"]
