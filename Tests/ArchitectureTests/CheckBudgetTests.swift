import Foundation
import Testing

/// `Scripts/checks.json`: each step of the checks, with its budget in seconds of wall time.
private struct CheckSteps: Decodable {
    var check: [String: Int]
    /// The shares of the proof.
    ///
    /// Continuous integration runs `check` and one share.
    var proof: [[String: Int]]

    static func load() throws -> CheckSteps {
        let text = try #require(SourceTree.text("Scripts/checks.json"))
        return try JSONDecoder().decode(CheckSteps.self, from: Data(text.utf8))
    }
}

@Suite private struct CheckBudgetTests {
    @Test func checksAndEachShareOfTheProofTakeAtMostHalfAnHour() throws {
        let steps = try CheckSteps.load()
        for (index, share) in steps.proof.enumerated() {
            let sum = steps.check.values.reduce(0, +) + share.values.reduce(0, +)
            #expect(sum <= 30 * 60, "the budgets of check and of share \(index + 1) are \(sum) s together")
        }
    }

    @Test func everyStepIsATargetOfTheMakefile() throws {
        let makefile = try #require(SourceTree.text("Makefile"))
        let steps = try CheckSteps.load()
        for step in Set(([steps.check] + steps.proof).flatMap(\.keys)) {
            let target = step.split(separator: " ").first.map(String.init) ?? step
            #expect(
                makefile.contains("\n\(target):"), "checks.json names \(target), which the Makefile lacks")
        }
    }
}
