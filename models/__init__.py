"""The ONNX models that the product ships, and the code that draws, trains and exports them."""
