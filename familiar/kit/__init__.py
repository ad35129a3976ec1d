"""Write what equips a table from a printer: a mat, and sticks of paper or of plastic."""
