import CSVFormat
import Testing

private enum Field: Hashable, Sendable {
    case given, family, email, emailLabel, birthday
}

private let google = CSVProfile<Field>(
    name: "Google", signature: ["Given Name", "E-mail 1 - Value"],
    columns: [
        (.given, ["Given Name", "First Name"]), (.family, ["Family Name", "Last Name"]),
        (.email, ["E-mail # - Value"]), (.emailLabel, ["E-mail # - Type", "E-mail # - Label"]),
        (.birthday, ["Birthday"]),
    ])
private let outlook = CSVProfile<Field>(
    name: "Outlook", signature: ["First Name", "E-mail Address"],
    columns: [
        (.given, ["First Name"]), (.family, ["Last Name"]), (.email, ["E-mail Address", "E-mail # Address"]),
    ])

@Suite struct CSVProfileTests {
    @Test func matchesColumns() {
        let header = CSVHeader(names: [
            "given name", "FAMILY  NAME", "E-mail 2 - Value", "E-mail 1 - Value", "E-mail 1 - Label",
            "Shoe size", "",
            "First Name",
        ])
        let match = google.match(header)
        #expect(match.hasSignature)
        #expect(match.columns[0] == .init(field: .given))
        #expect(match.index(of: .family) == 1)
        #expect(match.index(of: .email, number: 1) == 3)
        #expect(match.numbers(of: .email) == [1, 2])
        #expect(match.unmapped == [5])
        #expect(match.ambiguous == [.init(field: .given): [0, 7]])
        #expect(match.mappedCount == 6)
    }

    @Test func choosesTheProfile() {
        let outlookHeader = CSVHeader(names: [
            "First Name", "Last Name", "E-mail Address", "E-mail 2 Address",
        ])
        #expect(CSVProfile.best(of: [google, outlook], for: outlookHeader)?.profileName == "Outlook")
        #expect(CSVProfile.best(of: [google, outlook], for: outlookHeader)?.numbers(of: .email) == [2])
        #expect(CSVProfile.best(of: [google, outlook], for: CSVHeader(names: ["x", "y"])) == nil)
    }

    @Test func hugeNumbersInNamesAreNoColumns() {
        let name = "E-mail \(String(repeating: "9", count: 40)) - Value"
        #expect(google.match(CSVHeader(names: [name])).unmapped == [0])
    }
}
