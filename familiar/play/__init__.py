"""The appliance: `familiar play`, and how it lives beneath a service manager."""
