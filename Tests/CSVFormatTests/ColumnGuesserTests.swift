import CSVFormat
import Testing
import TextDecoding

@Suite struct ColumnGuesserTests {
    private static let guesser = CSVColumnGuesser<String>([
        .init("name", names: ["Name", "Full name"]), .init("given", names: ["First Name", "Vorname"]),
        .init("email", names: ["E-mail Address", "Mail"], look: .email, isRepeatable: true),
        .init("phone", names: ["Phone", "Telefon"], look: .phone, isRepeatable: true),
        .init("url", names: ["Web Page"], look: .url), .init("birthday", names: ["Birthday"], look: .date),
        .init("count", names: ["Number"], look: .number),
    ])

    private static func guesses(_ text: String) throws -> [CSVColumnGuesser<String>.Guess] {
        var reader = try CSVReader(ArrayByteSource(text))
        var rows: [CSVRow] = []
        while let row = try reader.next() { rows.append(row) }
        return guesser.guesses(for: reader.header, rows: rows)
    }

    @Test(arguments: [
        ("Vorname", "Ada", "given", true), ("first_name", "Ada", "given", true),
        ("FirstName", "Ada", "given", true),
        ("firstname", "Ada", "given", true), ("Mail 2", "a@example.org", "email", true),
        ("Kontakt", "a@example.org", "email", false), ("Privat", "+49 30 1234567", "phone", false),
        ("Seite", "https://example.org/", "url", false), ("Geboren", "3/4/1990", "birthday", false),
        ("Phone", "124", "phone", true), ("E-Mail address", "j@x", "email", true),
        ("Phone verified", "yes", nil, false), ("Phone verified", "+49 30 1234567", "phone", true),
        ("Name of phone", "a@example.org", "email", false),
        ("Full customer", "a@example.org", "email", false),
        ("Full name", "a@example.org", "name", true), ("Farbe", "rot", nil, false),
        ("", "x", nil, false),
        ("Alter", "36", nil, false),
    ])
    func aColumnIsKnownByItsNameOrItsValues(name: String, cell: String, field: String?, isByName: Bool) throws
    {
        let guess = try #require(try Self.guesses("\(name),#\n\(cell),1\n\(cell),2\n").first)
        #expect(guess.field == field)
        #expect(guess.isByName == isByName)
        #expect(guess.samples == [cell])
        #expect((field == nil) == (guess.score == 0))
    }

    @Test func aNameCountsMoreWithValuesThatLookSo() throws {
        let guesses = try Self.guesses("Mail,Mail 2\na@x.org,\nb@x.org,\n")
        #expect(guesses.map(\.field) == ["email", "email"])
        #expect(guesses[0].score > guesses[1].score)
    }

    @Test func aFieldThatStandsOnceGoesToTheLikeliestColumn() throws {
        let guesses = try Self.guesses("Full name of customer,Name\nx,Ada\ny,Bob\n")
        #expect(guesses.map(\.field) == [nil, "name"])
    }

    @Test func samplesAreFewAndShort() throws {
        let long = String(repeating: "x", count: 100)
        let guess = try #require(try Self.guesses("a,b\n1,\n1,\n2,\n\(long),\n3,\n").first)
        #expect(guess.samples == ["1", "2", String(long.prefix(40))])
    }

    @Test func aFileWithoutRowsIsGuessedByItsNames() throws {
        #expect(try Self.guesses("Name,Mail\n").map(\.field) == ["name", "email"])
    }
}
