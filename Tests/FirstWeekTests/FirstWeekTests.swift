import AtriumCLI
import Foundation
import Testing

/// The terminal sessions under "A first week" of the README, run as they stand there.
///
/// Each block of the language `console` is one session; all go on in one home. A line that begins with `$ ` is typed, in
/// the words of a POSIX shell; the lines up to the next one are what it prints, on either stream. A line of `…` stands for
/// any lines: times and uids are not the same twice.
@Suite struct FirstWeekTests {
    private static let project = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent()

    /// A command of the README, and the lines that it says it prints.
    private struct Step {
        let line: Int
        let command: String
        var output: [String] = []
    }

    @Test func theReadmeShowsWhatHappens() throws {
        let steps = try Self.steps(of: "A first week")
        #expect(steps.count >= 15)
        let home = FileManager.default.temporaryDirectory.appending(path: "atrium-week-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: home) }
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        for step in steps {
            var words = try Self.words(step.command)
            try #require(words.removeFirst() == "atrium", "line \(step.line)")
            words = words.map { word in
                if word.hasPrefix("SampleData/") { return Self.project.appending(path: word).path() }
                return word.hasPrefix("~/") ? home.appending(path: String(word.dropFirst(2))).path() : word
            }
            let output = MemoryOutput(terminalColumns: nil)
            let errors = MemoryOutput(terminalColumns: nil)
            _ = CommandLineTool(modules: installedModules, formats: installedFormats).run(
                words,
                environment: [
                    "ATRIUM_HOME": home.appending(path: "hub").path(), "USER": "ada", "TERM": "dumb",
                ],
                input: MemoryInput([]), output: output, errors: errors)
            let printed = (output.text + errors.text)
                .replacing(Self.project.path(), with: "").replacing(home.path() + "/", with: "~/")
                .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            let lines = printed.last == "" ? Array(printed.dropLast()) : printed
            #expect(
                Self.isLike(lines[...], step.output[...]),
                "line \(step.line): \(step.command) printed:\n\(lines.joined(separator: "\n"))")
        }
    }

    /// Whether lines are those of a pattern, in which `…` stands for any lines.
    private static func isLike(_ lines: ArraySlice<String>, _ pattern: ArraySlice<String>) -> Bool {
        guard let wanted = pattern.first else { return lines.isEmpty }
        let rest = pattern.dropFirst()
        if wanted == "…" {
            return (lines.startIndex...lines.endIndex).contains { isLike(lines[$0...], rest) }
        }
        return lines.first == wanted && isLike(lines.dropFirst(), rest)
    }

    @Test func dotsStandForAnyLines() {
        #expect(Self.isLike(["a", "b", "c"], ["a", "…"]))
        #expect(Self.isLike(["a", "b", "c"], ["…", "c"]))
        #expect(Self.isLike(["a"], ["a", "…"]))
        #expect(!Self.isLike(["a", "b"], ["a"]))
        #expect(!Self.isLike(["a"], ["a", "b"]))
        #expect(!Self.isLike(["a", "b", "c"], ["…", "b"]))
    }

    /// The steps in the blocks below a heading of the second level.
    private static func steps(of heading: String) throws -> [Step] {
        let text = try String(contentsOf: project.appending(path: "README.md"), encoding: .utf8)
        var steps: [Step] = []
        var isWithin = false
        var isSession = false
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("## ") { isWithin = line == "## \(heading)" }
            guard isWithin else { continue }
            if line.hasPrefix("```") {
                isSession = line == "```console"
            } else if isSession, line.hasPrefix("$ ") {
                steps.append(Step(line: index + 1, command: String(line.dropFirst(2))))
            } else if isSession, !steps.isEmpty {
                steps[steps.count - 1].output.append(String(line))
            }
        }
        return steps
    }

    /// The words of a line, as a shell reads them without variables and pipes.
    private static func words(_ line: String) throws -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        for character in line {
            if let open = quote {
                if character == open { quote = nil } else { word = (word ?? "") + String(character) }
            } else if character == "\"" || character == "'" {
                quote = character
                word = word ?? ""
            } else if character == " " {
                if let ended = word { words.append(ended) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        try #require(quote == nil, "\(line)")
        return words + (word.map { [$0] } ?? [])
    }
}
