import Foundation
import SharedFiles
import Testing

/// Each of the numbered pitfalls of the formats has a test that names it.
@Suite(.needsShared("pitfalls.md"))
private struct PitfallTests {
    @Test func everyPitfallHasATestThatNamesIt() throws {
        let text = try #require(Pitfalls.text)
        let numbers = text.split(whereSeparator: \.isNewline).compactMap {
            $0.prefixMatch(of: #/([0-9]+)\. /#)
        }
        .compactMap { Int($0.1) }
        #expect(numbers == Array(1...40))
        let named = try Pitfalls.namedInTests()
        for number in numbers {
            #expect(named.contains(number), "no test is named after pitfall \(number)")
        }
    }
}

private enum Pitfalls {
    static let text = SourceTree.text("../shared/pitfalls.md")

    /// The numbers in the names of test functions (`pitfall07…`) and in what tests are called (`(pitfall 7)`).
    static func namedInTests() throws -> Set<Int> {
        var numbers: Set<Int> = []
        for file in try SourceTree.swiftFiles(below: "Tests") + SourceTree.swiftFiles(below: "Plugins") {
            // Most lines name none, and a regular expression takes long to say so.
            for line in file.lines where line.contains("pitfall") {
                if let match = line.firstMatch(of: /func pitfall([0-9]+)/) {
                    numbers.insert(Int(match.1) ?? 0)
                }
                for match in line.matches(of: /"[^"]*\(pitfalls? ([0-9, and]+)\)"/) {
                    for number in match.1.matches(of: /[0-9]+/) { numbers.insert(Int(number.0) ?? 0) }
                }
            }
        }
        return numbers
    }
}
