import AtriumSDK
import GRDB
import Testing

@testable import AtriumHost

@Suite("Search index")
struct SearchIndexTests {
    let library: LibraryVault

    init() throws { library = try LibraryVault() }

    @Test(
        "Words are found in any case, without diacritics, by their beginning",
        arguments: [
            ("Jürgen Müller", "jurgen"), ("Jürgen Müller", "MÜLLER"), ("Jürgen Müller", "mull jur"),
            ("Ju\u{308}rgen", "Jürgen"), ("Jürgen", "Ju\u{308}rgen"), ("Łódź", "lodz"), ("Søren", "soren"),
            ("Straße", "strasse"), ("Strasse", "straße"), ("Ærø", "aero"), ("O'Brien", "o'brien"),
            ("O'Brien", "brien"), ("ΑΘΗΝΑ", "αθηνα"), ("Москва", "МОСК"), ("İstanbul", "istanbul"),
            ("anna@example.com", "anna@example.com"), ("anna@example.com", "example"),
            ("C++ in 21 days", "21"),
            ("田中太郎", "田中"), ("田中太郎", "太郎"), ("田中太郎", "中太郎"), ("田中太郎", "郎"),
            ("田中太郎", "田中太郎"), ("ﾀﾅｶ", "タナカ"), ("ＡＢＣ社", "abc"), ("が", "か\u{3099}"),
            ("김철수", "철수"), ("สวัสดี", "วัสดี"), ("Anna田中", "田中"), ("Anna田中", "anna"),
        ])
    func finds(title: String, text: String) throws {
        try library.add(title)
        try library.add("Unrelated")
        #expect(try library.find(text) == [title])
    }

    @Test(
        "Any text is safe to search for",
        arguments: [
            "", " ", "%", "_", "'", "\"", "\"\"", "*", "(", ")", "a*", "NEAR", "NEAR(a b)", "AND", "OR",
            "NOT", "a AND",
            "^", "-", "^a", "-a", "title:a", "a:b", "{title}:a", "a + b", "\0", "a\0b", "\\",
            ";DROP TABLE search_term",
            "\u{FEFF}", "👩‍👩‍👧", String(repeating: "a ", count: 5000), String(repeating: "b", count: 100_000),
        ])
    func survives(text: String) throws {
        try library.add("Something else")
        _ = try library.find(text)
        #expect(try library.find("something") == ["Something else"])
    }

    @Test("Operators of FTS5 are ordinary words", arguments: ["near", "AND", "Or", "not"])
    func operatorsAreWords(word: String) throws {
        try library.add("Near and or not far")
        #expect(try library.find(word) == ["Near and or not far"])
    }

    @Test("Every word must be there")
    func allWords() throws {
        try library.add("Red house", author: "Anna Berg")
        try library.add("Red car", author: "Bert Berg")
        #expect(try library.find("red anna") == ["Red house"])
        #expect(try library.find("berg red").count == 2)
        #expect(try library.find("red boat").isEmpty)
    }

    @Test("Whole words of titles come first, then beginnings, then the rest")
    func ranks() throws {
        try library.add("Something", author: "Anna")
        try library.add("Annabel")
        try library.add("Hanna and Anna")
        try library.add("Anna")
        #expect(try library.find("anna") == ["Anna", "Hanna and Anna", "Annabel", "Something"])
    }

    @Test("A hit beside the title says in which field, and what stands around")
    func context() throws {
        try library.add(
            "Title", author: "Ada Lovelace",
            notes: ["one two three four five six seven", "eight nine ten eleven twelve"])
        let hit = try #require(try library.hits("seven").first)
        #expect(hit.context == "notes: … two three four five six seven eight nine ten eleven twelve")
        #expect(try library.hits("title").first?.context == "")
        #expect(try library.hits("lovel").first?.context == "author: Ada Lovelace")
    }

    @Test(
        "Mistyped words find near ones",
        arguments: [
            ("Schneider", "Scheider"), ("Schneider", "Schnieder"), ("Schneider", "Shcnieder"),
            ("Schneider", "schnaidor"), ("Anna", "Amna"), ("Anna", "Annna"), ("Jürgen", "Jurgem"),
            ("Lovelace", "Lvoelace"), ("Müller", "Mueller"),
        ])
    func findsNearWords(title: String, text: String) throws {
        try library.add(title)
        try library.add("Xylophone")
        let hits = try library.hits(text)
        #expect(hits.map(\.title) == [title])
        #expect(hits.map(\.isApproximate) == [true])
    }

    @Test(
        "Words that are short, far or numbers are not guessed at",
        arguments: ["Abc", "Tolstoy", "12346", "Dostoievskaja"])
    func guessesWithCare(text: String) throws {
        try library.add("Abd Tolkien 12345 Dostoevsky")
        #expect(try library.find(text).isEmpty)
    }

    @Test("Exact hits stand before approximate ones, and are not marked")
    func exactBeforeApproximate() throws {
        try library.add("Mayer")
        try library.add("Meyer")
        let hits = try library.hits("meyer")
        #expect(hits.map(\.title) == ["Meyer", "Mayer"])
        #expect(hits.map(\.isApproximate) == [false, true])
    }

    @Test("What changes and what goes is no longer found, and its terms are forgotten")
    func followsChanges() throws {
        let id = try library.add("Oldtitle", author: "Somebody", notes: ["firstnote"])
        let other = try library.add("Another", author: "Somebody")
        try library.write { db in
            try db.execute(sql: "UPDATE library_book SET title = 'Newtitle' WHERE id = ?", arguments: [id])
        }
        #expect(try library.find("oldtitle").isEmpty)
        #expect(try library.find("newtitle") == ["Newtitle"])
        try library.write { db in
            try db.execute(
                sql: "UPDATE library_note SET text = 'secondnote' WHERE book_id = ?", arguments: [id])
        }
        #expect(try library.find("firstnote").isEmpty)
        #expect(try library.find("secondnote") == ["Newtitle"])
        try library.write { db in
            try db.execute(sql: "DELETE FROM library_book WHERE id = ?", arguments: [other])
        }
        #expect(try library.find("another").isEmpty)
        #expect(try terms() == ["newtitle", "secondnote", "somebody"])
        #expect(try check(library.vault).isEmpty)
    }

    @Test("An undone change is undone in the index")
    func followsUndo() throws {
        let id = try library.add("Before")
        try library.write { db in
            try db.execute(sql: "UPDATE library_book SET title = 'After' WHERE id = ?", arguments: [id])
        }
        _ = try UndoEngine(vault: library.vault, allowedModules: ["library"]).undo(
            nil, policy: .refuse, cause: ChangeRecorder.Cause(actor: "ada", command: "undo"))
        #expect(try library.find("before") == ["Before"])
        #expect(try library.find("after").isEmpty)
        #expect(try terms() == ["before"])
    }

    @Test("A rolled-back write leaves the index as it was")
    func followsRollback() throws {
        struct Stop: Error {}
        try library.add("Kept")
        #expect(throws: Stop.self) {
            try library.write { db in
                try db.execute(sql: "INSERT INTO library_book (uid, title) VALUES ('x', 'Lost')")
                throw Stop()
            }
        }
        #expect(try library.find("lost").isEmpty)
        #expect(try terms() == ["kept"])
    }

    @Test("A bulk of changes keeps the terms as exact as single ones")
    func bulk() throws {
        let count = SearchIndex.bulkThreshold + 500
        func name(_ number: Int) -> String {
            String(String(number).map { Character(Unicode.Scalar(UInt8(97 + ($0.wholeNumberValue ?? 0)))) })
        }
        try library.write { db in
            for number in 0..<count {
                try db.execute(
                    sql: "INSERT INTO library_book (uid, title) VALUES (?, ?)",
                    arguments: ["\(number)", "word\(name(number)) common"])
            }
        }
        #expect(try terms().count == count + 1)
        #expect(try library.find("word\(name(77))", limit: 1) == ["word\(name(77)) common"])
        #expect(try check(library.vault).isEmpty)
        try library.write { db in
            try db.execute(sql: "UPDATE library_book SET title = title || ' extra' WHERE id % 2 = 0")
            try db.execute(sql: "DELETE FROM library_book WHERE id % 2 = 1")
        }
        #expect(try terms().count == count / 2 + 2)
        #expect(try check(library.vault).isEmpty)
        try library.write { db in try db.execute(sql: "DELETE FROM library_book") }
        #expect(try terms().isEmpty)
        #expect(try check(library.vault).isEmpty)
    }

    @Test("A module whose search fields change is indexed anew")
    func signature() throws {
        try library.add("Title", author: "Author")
        var module = LibraryModule.module
        module.collections[0].searchFields = [SearchField("author", sql: "upper(r.author) || ' extra'")]
        try library.vault.pool.close()
        let reopened = try LibraryVault(modules: [module], folder: library.folder)
        #expect(try reopened.find("extra") == ["Title"])
        #expect(try check(reopened.vault).isEmpty)
    }

    @Test("Records written past the host are found missing, stale or different; building anew mends it")
    func checks() throws {
        let first = try library.add("First")
        let second = try library.add("Second")
        try library.add("Third")
        try library.vault.pool.write { db in
            try db.execute(sql: "DELETE FROM library_book WHERE id = ?", arguments: [first])
            try db.execute(sql: "UPDATE library_book SET title = 'Changed' WHERE id = ?", arguments: [second])
            try db.execute(sql: "INSERT INTO library_book (uid, title) VALUES ('x', 'Fourth')")
        }
        let problems = try check(library.vault)
        #expect(problems.contains(.recordsMissing(LibraryModule.books, count: 1)))
        #expect(problems.contains(.recordsGone(LibraryModule.books, count: 1)))
        #expect(problems.contains(.termsDiffer(count: 8)))
        #expect(try library.find("first").isEmpty)
        try library.vault.pool.write { db in
            try SearchIndex.rebuild(db, entries: library.vault.searchEntries(db))
        }
        #expect(try check(library.vault).isEmpty)
        #expect(try library.find("fourth") == ["Fourth"])
    }

    @Test("FTS5 finds its own structures intact after many edits")
    func integrity() throws {
        for round in 0..<60 {
            let id = try library.add("Title \(round)", author: "Áuthor \(round % 7)", notes: ["田中 \(round)"])
            if round % 3 == 0 {
                try library.write { db in
                    try db.execute(sql: "DELETE FROM library_book WHERE id = ?", arguments: [id])
                }
            }
        }
        try library.vault.pool.write { db in
            for table in ["search_title", "search_text", "search_trigram"] {
                try db.execute(sql: "INSERT INTO \(table) (\(table)) VALUES ('integrity-check')")
            }
        }
        #expect(try check(library.vault).isEmpty)
    }

    private func check(_ vault: Vault) throws -> [SearchIndex.Problem] {
        try vault.read { db in try SearchIndex.check(db, entries: vault.searchEntries(db)) }
    }

    private func terms() throws -> [String] {
        try library.vault.read { try String.fetchAll($0, sql: "SELECT term FROM search_term ORDER BY term") }
    }
}

@Suite("Edit distance")
struct EditDistanceTests {
    @Test(
        "Insertions, deletions, replacements and exchanges count one each",
        arguments: [
            ("", "", 0), ("", "ab", 2), ("anna", "anna", 0), ("anna", "hanna", 1), ("anna", "ann", 1),
            ("anna", "amna", 1), ("anna", "nana", 1), ("ca", "abc", 3), ("schneider", "shcnieder", 2),
            ("kitten", "sitting", 3),
        ])
    func distance(left: String, right: String, expected: Int) {
        let left = Array(left.unicodeScalars)
        let right = Array(right.unicodeScalars)
        #expect(EditDistance.between(left, right, atMost: 3) == expected)
        #expect(EditDistance.between(right, left, atMost: 3) == expected)
        #expect(EditDistance.between(left, right, atMost: expected - 1) == nil)
    }
}
