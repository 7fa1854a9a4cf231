"""Tests of the research interface."""
