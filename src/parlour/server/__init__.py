"""HTTP, WebSocket and the page. Everything that comes in is checked here; nothing here knows a particular game."""
