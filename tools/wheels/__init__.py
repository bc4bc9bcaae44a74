"""The wheels that people install: for Linux, Windows and macOS, made on one Linux machine with zig.

`targets` says which there are, `pythons` what of a foreign Python its modules are compiled with,
`make` compiles and packs them, `check` looks at them and runs what can be run here.
"""
