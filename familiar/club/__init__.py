"""A table in its club: what joins the rooms of the club to the appliance, its board, and its demo."""
