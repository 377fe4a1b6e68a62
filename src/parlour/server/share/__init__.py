"""A link that works from anywhere: a reverse tunnel from this computer to somebody who carries the traffic."""
