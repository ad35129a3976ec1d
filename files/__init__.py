"""What people name and give: paths, files that end, and pictures whose size is known before they are read."""
