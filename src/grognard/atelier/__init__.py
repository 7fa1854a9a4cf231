"""The atelier: boards made from public-domain geography, run by developers.

Its output (``titles/<code>/data/board``) is committed; nothing here is imported while a game is played,
except ``check``, which reads committed files only. Start it with ``python -m grognard.atelier``.
"""
