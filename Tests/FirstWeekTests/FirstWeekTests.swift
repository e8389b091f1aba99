import AtriumCLI
import Foundation
import Testing

/// The terminal sessions of `docs/first-week.md` and `README.md`, run as the pages show them.
///
/// In the first week, each block of the language `console` is one session, and all sessions share one home. A
/// line that begins with `$ ` is a command, in the words of a POSIX shell; the lines up to the next command
/// are its output on either stream. A line of `…` matches any lines, because times and uids differ.
///
/// In the README's first session, each line is a command, possibly with a comment.
@Suite struct FirstWeekTests {
    private static let project = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent()

    /// A line of a code block, with its number in the page.
    private struct Line {
        let number: Int
        let text: String
    }

    /// A command of a page and the output that the page shows for it.
    private struct Step {
        let line: Int
        let command: String
        var output: [String] = []
    }

    @Test func theFirstWeekPrintsWhatItsPageShows() throws {
        let steps = try Self.steps(of: "docs/first-week.md")
        #expect(steps.count >= 15)
        try Self.withHome { home in
            for step in steps {
                let lines = try Self.run(step.command, line: step.line, in: home).lines
                #expect(
                    Self.isLike(lines[...], step.output[...]),
                    "line \(step.line): \(step.command) printed:\n\(lines.joined(separator: "\n"))")
            }
        }
    }

    @Test func theFirstSessionOfTheReadmeSucceeds() throws {
        let lines = try Self.blockLines(of: "", in: "README.md", below: "A first session")
        #expect(lines.count >= 8)
        try Self.withHome { home in
            for line in lines where !line.text.hasPrefix("atrium serve") {
                let (status, printed) = try Self.run(line.text, line: line.number, in: home)
                #expect(
                    status == 0,
                    "line \(line.number): \(line.text) printed:\n\(printed.joined(separator: "\n"))")
            }
        }
    }

    /// The README's example of a declaration is a part of `Quote.swift`.
    @Test func theExampleOfTheReadmeIsInQuotes() throws {
        let source = try Self.text(of: "Plugins/Quotes/Quote.swift")
        let lines = try Self.blockLines(of: "swift", in: "README.md", below: "How it works")
        #expect(!lines.isEmpty)
        for line in lines {
            let code = line.text.trimmingCharacters(in: .whitespaces)
            #expect(source.contains(code), "line \(line.number) is not in Quote.swift: \(code)")
        }
    }

    // MARK: - Running commands

    /// Calls a closure with the URL of a temporary home folder.
    private static func withHome(_ body: (URL) throws -> Void) throws {
        let home = FileManager.default.temporaryDirectory.appending(path: "atrium-week-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: home) }
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        try body(home)
    }

    /// Runs a command of a page in a home.
    ///
    /// - Returns: the exit status, and the output with the paths that the page writes.
    private static func run(
        _ command: String, line: Int, in home: URL
    ) throws -> (status: Int32, lines: [String]) {
        let typed = try Self.words(command)
        try #require(typed.first == "atrium", "line \(line)")
        let words = typed.dropFirst().map { word -> String in
            if word.hasPrefix("SampleData/") { return project.appending(path: word).path() }
            return word.hasPrefix("~/") ? home.appending(path: String(word.dropFirst(2))).path() : word
        }
        let output = MemoryOutput(terminalColumns: nil)
        let errors = MemoryOutput(terminalColumns: nil)
        let status = CommandLineTool(modules: installedModules, formats: installedFormats).run(
            words,
            environment: ["ATRIUM_HOME": home.appending(path: "hub").path(), "USER": "ada", "TERM": "dumb"],
            input: MemoryInput([]), output: output, errors: errors)
        let printed = (output.text + errors.text)
            .replacing(project.path(), with: "").replacing(home.path() + "/", with: "~/")
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return (status, printed.last == "" ? Array(printed.dropLast()) : printed)
    }

    /// True if lines match a pattern, in which `…` matches any lines.
    private static func isLike(_ lines: ArraySlice<String>, _ pattern: ArraySlice<String>) -> Bool {
        guard let wanted = pattern.first else { return lines.isEmpty }
        let rest = pattern.dropFirst()
        if wanted == "…" {
            return (lines.startIndex...lines.endIndex).contains { isLike(lines[$0...], rest) }
        }
        return lines.first == wanted && isLike(lines.dropFirst(), rest)
    }

    @Test func dotsMatchAnyLines() {
        #expect(Self.isLike(["a", "b", "c"], ["a", "…"]))
        #expect(Self.isLike(["a", "b", "c"], ["…", "c"]))
        #expect(Self.isLike(["a"], ["a", "…"]))
        #expect(!Self.isLike(["a", "b"], ["a"]))
        #expect(!Self.isLike(["a"], ["a", "b"]))
        #expect(!Self.isLike(["a", "b", "c"], ["…", "b"]))
    }

    // MARK: - Reading pages

    private static func text(of path: String) throws -> String {
        try String(contentsOf: project.appending(path: path), encoding: .utf8)
    }

    /// Returns the lines of a page's code blocks of one language.
    ///
    /// - Parameter heading: the heading of the second level above the blocks, or nil for the whole page.
    private static func blockLines(
        of language: String, in page: String, below heading: String? = nil
    ) throws -> [Line] {
        var lines: [Line] = []
        var isWithin = heading == nil
        var block: String?
        let contents = try text(of: page)
        for (index, line) in contents.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("```") {
                block = block == nil ? String(line.dropFirst(3)) : nil
            } else if block == nil, let heading, line.hasPrefix("## ") {
                isWithin = line == "## \(heading)"
            } else if isWithin, block == language {
                lines.append(Line(number: index + 1, text: String(line)))
            }
        }
        return lines
    }

    /// Returns the commands of a page's `console` blocks, with their output.
    private static func steps(of page: String) throws -> [Step] {
        var steps: [Step] = []
        for line in try blockLines(of: "console", in: page) {
            if line.text.hasPrefix("$ ") {
                steps.append(Step(line: line.number, command: String(line.text.dropFirst(2))))
            } else if !steps.isEmpty {
                steps[steps.count - 1].output.append(line.text)
            }
        }
        return steps
    }

    /// Returns the words of a line as a shell reads them, without variables and pipes; `#` begins a comment.
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
            } else if character == "#", word == nil {
                break
            } else {
                word = (word ?? "") + String(character)
            }
        }
        try #require(quote == nil, "\(line)")
        return words + (word.map { [$0] } ?? [])
    }
}
