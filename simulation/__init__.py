"""The whole table without hardware: drawn tables, robots that play at them, a camera and a panel of code.

From below: `scene` renders (camera, light, sensor, textures, compositing), `people` moves arms and things
through the picture, `stage` puts both together, and `table` (cards of tricks), `pile` (activity cards) and
`sticks` are what is played on it; each knows the truth that no camera has seen. `gestures` and
`stick_gestures` move hands, one step a picture; `devices` has the camera that takes the pictures. `robots`
play, and alone know that somebody watches.
"""
