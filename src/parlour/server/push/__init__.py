"""Web Push: devices that asked for it are told when their seat is waited for, through their browser's push service."""
