#!/usr/bin/env python3
"""Full-text search of SQLite (FTS5) over the documents and with the queries of `search.mjs`, which runs it.

Reads a JSON object from standard input: `documents`, a list of texts, and `queries`, lists of words by name. Prints the
milliseconds of every query by name. As in Inkfold, the last word of a query may be unfinished, and an answer is the number of
results and the best twenty with their marked passages. There is no server around it: SQLite runs in this process.
"""
import json, sqlite3, sys, time

FIND = """SELECT snippet(documents, 0, '<mark>', '</mark>', '…', 12) FROM documents
          WHERE documents MATCH ? ORDER BY rank LIMIT 20"""
COUNT = "SELECT count(*) FROM documents WHERE documents MATCH ?"


def match(query):
    words = ['"%s"' % word.replace('"', '""') for word in query.split()]
    return " ".join(words) + "*"


def main():
    asked = json.load(sys.stdin)
    database = sqlite3.connect(":memory:")
    database.execute("CREATE VIRTUAL TABLE documents USING fts5(text)")
    database.executemany("INSERT INTO documents VALUES (?)", ([text] for text in asked["documents"]))
    times = {}
    for name, queries in asked["queries"].items():
        times[name] = []
        for query in queries:
            begun = time.perf_counter()
            database.execute(COUNT, [match(query)]).fetchone()
            database.execute(FIND, [match(query)]).fetchall()
            times[name].append((time.perf_counter() - begun) * 1000)
    json.dump(times, sys.stdout)


if __name__ == "__main__":
    main()
