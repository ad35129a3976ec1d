"""Cards followed from frame to frame: which lie there, which are new, which one hides another."""
