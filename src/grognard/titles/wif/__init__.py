"""World in Flames, Collector's Edition: tables, counters and set-ups. Its rules are not written yet, so it is not registered."""
