"""The networks in torch, as they are trained."""
