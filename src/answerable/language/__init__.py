"""Built-in understanding without a model: words, stems, sentences, questions, values, similarity (en, de).

Text comes in, plain nouns go out. Never reads the clock, a file outside its own folder, or the network.
"""
