"""Measurements that need more than an installed package: the rest is `praetor bench`. Nothing here asserts anything."""
