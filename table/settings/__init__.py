"""What an owner sets: the configuration's file and its keys, and what he chose on a page in place of one."""
