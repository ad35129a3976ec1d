"""Games that were written down: settle a record, write one out of the journal, bring one into it."""
