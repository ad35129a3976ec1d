"""The pages that phones open; they ask the host and decide no rule."""
