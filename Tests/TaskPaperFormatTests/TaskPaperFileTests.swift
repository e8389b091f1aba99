import SeededRandom
import Testing
import TextDecoding

@testable import TaskPaperFormat

/// Gives bytes a few at a time.
private struct Pieces: ByteSource {
    var rest: ArraySlice<UInt8>
    let size: Int

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let piece = rest.prefix(min(size, buffer.count))
        buffer.copyBytes(from: piece)
        rest = rest.dropFirst(piece.count)
        return piece.count
    }
}

private struct Read: Equatable {
    let item: TaskPaperItem?
    let source: [UInt8]
    let line: Int

    var place: [String] { item?.ancestors.map(\.text) ?? [] }
    var text: String { String(decoding: source, as: UTF8.self) }
}

private func items(_ source: some ByteSource) throws -> [Read] {
    var reader = TaskPaperReader(source)
    var items: [Read] = []
    while let item = try reader.next() {
        items.append(Read(item: item.item, source: item.source, line: item.line))
    }
    return items
}

private func items(_ text: String) throws -> [Read] { try items(ArrayByteSource(text)) }

@Suite private struct TaskPaperFileTests {
    @Test func tasksStandInProjectsAndBelowTasks() throws {
        let text = """
            - inbox
            One: @due(2026-01-01)
            \tabout it
            \t- a @done
            \t\t- sub
            \t\t\tof the sub

            \t\tof it too?
            \tPart:
            \t\t- b
            Flat:
            - c
            - d
            [Searches]:
            \t- Due @search(@due)
            """
        let items = try items(text)
        #expect(items.map { $0.item?.line.text } == ["inbox", "a", "sub", "b", "c", "d"])
        #expect(items.map(\.place) == [[], ["One"], ["One", "a"], ["One", "Part"], ["Flat"], ["Flat"]])
        #expect(items.map(\.line) == [1, 4, 5, 10, 12, 13])
        #expect(items.map { $0.item?.task.note } == ["", "", "of the sub", "", "", ""])
        #expect(items[2].item?.parent?.text == "a")
        #expect(items[3].item?.projects.map(\.text) == ["One", "Part"])
        #expect(items[1].item?.projects.first?.tag("due")?.value == "2026-01-01")
        #expect(items.map(\.text).joined() == text)
        #expect(items[5].text == "- d\n[Searches]:\n\t- Due @search(@due)")
        #expect(items[1].text == "One: @due(2026-01-01)\n\tabout it\n\t- a @done\n")
    }

    @Test func blanksIndentAsTabsDo() throws {
        let items = try items("P:\n  - a\n    - b\n      note\n    Q:\n        - c\n- d\n")
        #expect(items.map(\.place) == [["P"], ["P", "a"], ["P", "a", "Q"], []])
        #expect(items[1].item?.task.note == "note")
    }

    @Test func notesBelongToTheTaskAbove() throws {
        let items = try items(
            "- a\nright below\n\nloose\n- b\n\n\tindented\n\n\t\tmore\n\t- c\nP:\n\tof the project\n")
        #expect(items.map { $0.item?.task.note } == ["right below", "\nindented\n\n\tmore", ""])
        #expect(items[1].text == "\nloose\n- b\n\n\tindented\n\n\t\tmore\n")
        #expect(items[2].text == "\t- c\nP:\n\tof the project\n")
    }

    @Test func filesWithoutTasks() throws {
        #expect(try items("").isEmpty)
        let searches = try items("[Searches]:\n\t- a @search(b)\n\t- c\n")
        #expect(searches.count == 1)
        #expect(searches[0].item == nil)
    }

    @Test(arguments: [
        ("\t- a\n", "x\n\ny\n", "\t- a\n\t\tx\n\n\t\ty\n"), ("- a", "x", "- a\n\tx\n"),
        ("- a\r\n\tx\r\n  y\r\n", "x\nz", "- a\r\n\tx\r\n\tz\r\n"),
        ("- a\n  x\n\ty\n\tz", "x\nq\nz", "- a\n  x\n\tq\n\tz"),
        ("- a\n\tx", "x\ny", "- a\n\tx\n\ty\n"), ("- a\n\tx\n", "", "- a\n"),
        ("- a\n\n\tx\n", "\nx", "- a\n\n\tx\n"),
        ("- a\n", "- b\nc:\nd: @e\n\\- f\ng:\\", "- a\n\t\\- b\n\tc:\\\n\td: @e\\\n\t\\\\- f\n\tg:\\\\\n"),
    ])
    func notesAreSet(source: String, note: String, result: String) throws {
        var task = try #require(TaskPaperSource(Array(source.utf8)))
        task.setNote(note)
        #expect(String(decoding: task.bytes, as: UTF8.self) == result)
        let again = try #require(TaskPaperSource(task.bytes))
        #expect(
            again.note
                == note.split(separator: "\n", omittingEmptySubsequences: false).reversed()
                .drop { $0.isEmpty }.reversed().joined(separator: "\n"))
    }

    private static let alphabet: [String] = [
        "- ", "- a", "-", "\t", "  ", " ", "\n", "\n", "\r\n", ":", "P:\n", "Q: @x\n", "@done",
        "@due(2026-03-02)", "@a(", ")",
        "\\", "note", "@search(b)", "[Searches]:\n", "é", "\u{0}", "\n\t- b\n", "\n\t\tnote\n", "\n\n",
    ]

    private static func text(_ random: inout SeededGenerator) -> [UInt8] {
        let parts = (0..<Int.random(in: 0...40, using: &random)).map { _ in
            alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
        }
        return Array(parts.joined().utf8)
    }

    /// Sources are the file, however its bytes come, and each reads the same by itself.
    @Test func anyTextComesBackByteForByte() throws {
        var random = SeededGenerator(seed: 73)
        for _ in 0..<3000 {
            let text = Self.text(&random)
            // A mark says that it is UTF-8, which it takes off.
            let bytes = [0xEF, 0xBB, 0xBF] + text
            let whole = try items(ArrayByteSource(bytes))
            #expect(whole.flatMap(\.source) == text)
            let size = Int.random(in: 1...7, using: &random)
            #expect(try items(Pieces(rest: bytes[...], size: size)) == whole)
            var writer = TaskPaperWriter()
            var output: [UInt8] = []
            for item in whole {
                guard let task = item.item else { continue }
                #expect(TaskPaperSource(item.source) == task.task)
                writer.append(task.task, under: task.ancestors, to: &output)
            }
            #expect(output == (whole.first?.item == nil ? [] : text))
        }
    }

    /// An edit of a task leaves the bytes of all others, and all of its own line but what is set.
    @Test func randomEditsChangeTheirOwnLineAlone() throws {
        var random = SeededGenerator(seed: 74)
        for _ in 0..<3000 {
            let text = Self.text(&random)
            for item in try items(ArrayByteSource([0xEF, 0xBB, 0xBF] + text)) {
                guard var task = item.item?.task else { continue }
                let before = task
                task.setNote(before.note)
                task.line.setText(before.line.text)
                for tag in before.line.tags where before.line.tag(tag.name) == tag { task.line.set(tag) }
                #expect(task == before)
                task.line.set(TaskPaperTag("due", value: "2026-04-01"))
                #expect(task.line.tag("due")?.value == "2026-04-01")
                #expect(task.line.text == before.line.text)
                #expect(
                    task.line.tags.filter { $0.name != "due" } == before.line.tags.filter { $0.name != "due" }
                )
                task.line.setText("new words")
                #expect(task.line.text == "new words")
                task.setNote("a\nb:\n- c")
                #expect(task.note == "a\nb:\n- c")
                let again = try #require(TaskPaperSource(task.bytes))
                #expect(again.before == before.before)
                #expect(again.after == before.after)
                #expect(again.line == task.line)
                #expect(again.note == task.note)
            }
        }
    }

    @Test func whatIsMissingAboveIsWritten() throws {
        let items = try items("P: @x\n\t- a\n\tQ:\n\t\t- b\n\t\t\tof b\nR:\n- c\n")
        func write(_ numbers: [Int]) throws -> String {
            var writer = TaskPaperWriter()
            var output: [UInt8] = []
            for number in numbers {
                let item = try #require(items[number].item)
                writer.append(item.task, under: item.ancestors, to: &output)
            }
            return String(decoding: output, as: UTF8.self)
        }
        #expect(try write([1]) == "\tQ:\nP: @x\n\tQ:\n\t\t- b\n\t\t\tof b\n")
        #expect(try write([0, 2]) == "P: @x\n\t- a\nR:\n- c\n")
        #expect(try write([2, 0]) == "R:\n- c\nP: @x\n\t- a\n")
    }

    @Test func newTasksStandBelowTheirProject() throws {
        let item = try #require(try items("P:\r\n\t- a").first?.item)
        var writer = TaskPaperWriter()
        var output: [UInt8] = []
        writer.append(item.task, under: item.ancestors, to: &output)
        writer.append(TaskPaperLine(task: "b"), note: "of b", under: item.ancestors, to: &output)
        writer.append(
            TaskPaperLine(task: "c"), under: item.ancestors + [TaskPaperLine(task: "b")], to: &output)
        writer.append(
            TaskPaperLine(task: "d"), under: [TaskPaperLine(project: "Q"), TaskPaperLine(project: "R")],
            to: &output)
        writer.append(TaskPaperLine(task: "e"), under: [], to: &output)
        #expect(
            String(decoding: output, as: UTF8.self)
                == "P:\r\n\t- a\r\n\t- b\r\n\t\tof b\r\n\t\t- c\r\nQ:\r\n\tR:\r\n\t\t- d\r\n- e\r\n")
        #expect(
            try items(ArrayByteSource(output)).map(\.place) == [["P"], ["P"], ["P", "b"], ["Q", "R"], []])
    }

    @Test func tooLongATaskIsRefused() throws {
        var reader = TaskPaperReader(
            ArrayByteSource("- a\n" + String(repeating: "b\n", count: 100)), maximumSize: 50)
        #expect(throws: TextTooLong.self) { try reader.next() }
    }

    /// Bounded by the length of the line, whatever it holds.
    @Test(
        .timeLimit(.minutes(1)),
        arguments: ["@a(", "@a ", "@a(b) ", "(", ")", "\\", "@a(b)c ", "\u{0}", "\t", ":", "- "])
    func longLinesAreReadInTime(part: String) throws {
        let line = "- " + String(repeating: part, count: 1_000_000 / part.utf8.count)
        var task = try #require(try items(line).first?.item?.task)
        task.line.setText("new")
        task.line.removeTag("a")
        task.setNote(line)
        #expect(task.line.tags.isEmpty)
        #expect(TaskPaperRecognition(prefix: Array(line.utf8.prefix(1 << 17))) != .likely)
    }

    @Test(.timeLimit(.minutes(1))) func deepIndentationIsBounded() throws {
        let line = String(repeating: "\t", count: 100_000) + "- a\n"
        #expect(try items(line + line).map(\.place) == [[], []])
        let steps = (0..<2000).map { String(repeating: "\t", count: $0) + "- a\n" }.joined()
        let deep = try items(steps)
        #expect(deep.count == 2000)
        #expect(deep.last?.place.count == 250)
    }

    @Test func bytesOfNoCharacterAreSaid() throws {
        var reader = TaskPaperReader(
            ArrayByteSource(Array("- é é é a\n- ".utf8) + [0xFF] + Array("b\n".utf8)))
        var texts: [String?] = []
        while let item = try reader.next() { texts.append(item.item?.line.text) }
        #expect(texts == ["é é é a", "ÿb"])
        #expect(reader.takeIssues().count == 1)
    }

    @Test(arguments: [
        ("P:\n\t- a\n\t- b\n", TaskPaperRecognition.likely), ("P:\n- a @done\n- b\n", .likely),
        ("P:\n  - a @due(2026-01-01)\n", .likely), ("- a @done\n- b\n", .possible),
        ("Shopping:\n- milk\n", .possible),
        ("# List\nP:\n\t- a\n", .none), ("P:\n\t- [ ] a @b\n", .none),
        ("steps:\n  - run: a\n  - b\n", .possible),
        ("- a\n- b\n", .none), ("Dear Ann:\nthank you\nfor all\nthe things\n- yours @bob\n", .none),
        ("", .none),
        ("---\ntags:\n\t- a\n---\n", .none), ("Name\tMail\nA\tb@c.d\n", .none), ("{\n\t- a\n", .none),
        ("(A) Call @phone\n", .none), ("[2026-01-02 09:30] By the sea.\n", .none),
    ])
    func recognition(text: String, recognition: TaskPaperRecognition) {
        #expect(TaskPaperRecognition(prefix: Array(text.utf8)) == recognition)
    }
}
