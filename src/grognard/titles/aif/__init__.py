"""America in Flames: its maps. Its rules build on those of World in Flames and are not written yet, so it is not registered."""
