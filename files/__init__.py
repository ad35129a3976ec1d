"""What people name and give: paths, files that end, pictures of a known size; and what is written whole."""
