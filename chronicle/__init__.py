"""What past games tell: their figures, awards and charts, and the evenings on which they were played."""
