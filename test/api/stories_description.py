"""soon"""
