"""How a canonical model begins: the numbers that documents state, named by the words around them."""
