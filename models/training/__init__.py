"""Trains and exports the models; an extra that the running product does not need.

`data` draws endless batches, `networks` are what is trained, `tasks` and `stick_tasks` say what each learns,
`fit` is the loop and `train` the command. Then `export` writes a file, `quantize` and `lean` make it small,
`calibrate` fits its temperature; `restore` goes back from a file to weights.
"""
