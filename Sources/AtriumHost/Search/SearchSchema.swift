import AtriumSDK

/// The tables of the search index.
///
/// | table | what it holds |
/// |---|---|
/// | `search_title` | FTS5 over the records' titles: what ranks first |
/// | `search_text` | FTS5 over title and all search fields together |
/// | `search_vocabulary` | a view of FTS5's own on the distinct terms of `search_text` |
/// | `search_term` | the terms that are worth a guess when a word is mistyped |
/// | `search_trigram` | FTS5 over their trigrams, `^` and `$` standing for a term's ends |
/// | `search_collection` | the SQL with which each collection was indexed |
///
/// The row id of a record is the number of its collection (`host_collection.id`) shifted left by 40 bits, plus its id:
/// no mapping table is needed, and a range of records is a range of row ids.
///
/// All of it is contentless, with `detail=none`. Measured on 100,000 people with 26 MB of searchable text (58 MB of
/// vCards): 16 MB for the texts with prefixes of two letters (those of one and of three would take 5 MB more, and gain
/// some milliseconds), where an index that keeps its text takes 41 MB without any prefix. The price: the text of a record that changes must be known again to take it out of the index; see
/// ``SearchIndex/update(_:touched:before:)``. bm25 has nothing to count in such an index, and took 50 to 500 ms for
/// common words where it had; ``SearchQuery`` says how hits are ranked instead.
enum SearchSchema {
    static let migration = Migration(
        "create search index",
        sql: """
            CREATE TABLE search_collection (
                id INTEGER PRIMARY KEY REFERENCES host_collection (id) ON DELETE CASCADE,
                signature TEXT NOT NULL
            ) STRICT;
            CREATE VIRTUAL TABLE search_title USING fts5(
                title, tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2',
                content = '', detail = none, columnsize = 0
            );
            CREATE VIRTUAL TABLE search_text USING fts5(
                text, tokenize = 'unicode61 remove_diacritics 2', prefix = '2',
                content = '', detail = none
            );
            CREATE VIRTUAL TABLE search_vocabulary USING fts5vocab('search_text', 'row');
            CREATE TABLE search_term (
                id INTEGER PRIMARY KEY,
                term TEXT NOT NULL UNIQUE
            ) STRICT;
            CREATE VIRTUAL TABLE search_trigram USING fts5(
                term, tokenize = 'trigram case_sensitive 1', content = '', detail = none, columnsize = 0
            );
            """)
}
