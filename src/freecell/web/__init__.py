"""The page and the service behind it: `create_app` makes the application, `write_site` the files.

Nothing here is loaded by `import freecell`; the commands `play`, `serve` and `site` use it.
"""
