"""The people around a table: arms, held cards, mugs and phones, what they do beside playing, who visits.

`persons` and `poses` say how somebody looks, `hands`, `fans` and `occluders` draw it, `appearance` keeps what
was drawn. `behaviours` (of free hands), `holding` (of those with cards) and `visitors` give what is in the
picture next, of `movements`, from `seats`; `family` runs them side by side.
"""
