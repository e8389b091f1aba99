import SeededRandom
import Testing
import TextDecoding

@testable import TodoTxtFormat

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

private func items(_ source: some ByteSource) throws -> [TodoTxtReader<ArrayByteSource>.Item] {
    var reader = TodoTxtReader(source)
    var items: [TodoTxtReader<ArrayByteSource>.Item] = []
    while let item = try reader.next() {
        items.append(.init(task: item.task, source: item.source, line: item.line))
    }
    return items
}

@Suite private struct TodoTxtFileTests {
    @Test func blankLinesStayWithTheTaskBelow() throws {
        let text = "\r\n \n(A) a\r\nb\n\t\n\nc\n\n\n"
        let items = try items(ArrayByteSource(text))
        #expect(
            items.map { String(decoding: $0.source, as: UTF8.self) }
                == ["\r\n \n(A) a\r\n", "b\n", "\t\n\nc\n\n\n"])
        #expect(items.map(\.line) == [3, 4, 7])
        #expect(items.map { $0.task?.text } == ["a", "b", "c"])
        let last = try #require(TodoTxtSource(items[2].source))
        #expect(last.before == Array("\t\n\n".utf8))
        #expect(last.lineEnd == [10])
        #expect(last.after == [10, 10])
    }

    @Test func filesWithoutTasks() throws {
        #expect(try items(ArrayByteSource("")).isEmpty)
        let blank = try items(ArrayByteSource("\n \n"))
        #expect(blank.count == 1)
        #expect(blank[0].task == nil)
        #expect(TodoTxtSource(blank[0].source) == nil)
    }

    @Test func aLastLineWithoutEndGetsOneBeforeAnother() {
        var writer = TodoTxtWriter()
        var output: [UInt8] = []
        for source in ["a\r\n", "b"] { writer.append(TodoTxtSource(Array(source.utf8))!, to: &output) }
        #expect(String(decoding: output, as: UTF8.self) == "a\r\nb")
        writer.append(TodoTxtTask(text: "c"), to: &output)
        #expect(String(decoding: output, as: UTF8.self) == "a\r\nb\r\nc\r\n")
    }

    private static let alphabet: [String] = [
        "x", "x ", "(A) ", "(B)", " ", "  ", "\t", "\n", "\r\n", "\r", "2026-03-02 ", "2013-13-41 ", "+p",
        "@c",
        "due:2026-03-05", "k:v", "rec:+1b", "word", "é", "\u{0}", "\u{FEFF}", ":", "+", "@", "http://a.b",
        "(",
    ]

    private static func text(_ random: inout SeededGenerator) -> [UInt8] {
        let parts = (0..<Int.random(in: 0...40, using: &random)).map { _ in
            alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
        }
        return Array(parts.joined().utf8)
    }

    /// Sources are the file, however its bytes come, and each reads the same by itself.
    @Test func anyTextComesBackByteForByte() throws {
        var random = SeededGenerator(seed: 71)
        for _ in 0..<3000 {
            let text = Self.text(&random)
            // A mark says that it is UTF-8, which it takes off.
            let bytes = [0xEF, 0xBB, 0xBF] + text
            let whole = try items(ArrayByteSource(bytes))
            #expect(whole.flatMap(\.source) == text)
            let pieces = try items(Pieces(rest: bytes[...], size: Int.random(in: 1...7, using: &random)))
            #expect(pieces.map(\.source) == whole.map(\.source))
            #expect(pieces.map(\.task) == whole.map(\.task))
            var writer = TodoTxtWriter()
            var output: [UInt8] = []
            for item in whole where item.task != nil {
                let source = try #require(TodoTxtSource(item.source))
                #expect(source.task == item.task)
                #expect(source.bytes == item.source)
                writer.append(source, to: &output)
            }
            #expect(output == (whole.first?.task == nil ? [] : text))
        }
    }

    /// An edit changes what it sets, and no word that it does not name.
    @Test func randomEditsChangeTheirOwnWordsAlone() {
        var random = SeededGenerator(seed: 72)
        let days = ["2026-03-02", "2025-12-31", nil]
        for _ in 0..<5000 {
            let line = Self.text(&random).filter { $0 != 10 }
            var task = TodoTxtTask(line: line)
            let before = task
            let day = days.randomElement(using: &random)!
            switch Int.random(in: 0...5, using: &random) {
            case 0:
                let isDone = Bool.random(using: &random)
                task.setDone(isDone, on: day)
                // Words of the body that look like days or a mark may be read with the head now.
                guard TodoTxtTask.holds(text: before.text), before.pairs.isEmpty,
                    before.words.allSatisfy(Self.isText)
                else { continue }
                #expect(task.isDone == isDone && task.completedOn == (isDone ? day : nil), "\(line)")
                #expect(task.createdOn == before.createdOn)
                #expect(task.priority == before.priority)
                #expect(task.text == before.text)
            case 1:
                // A word behind it might begin the line then, and be a mark of the head.
                guard before.words.first.map(Self.isText) ?? true else { continue }
                task.set("due", to: day)
                #expect(task.value(of: "due") == day)
                #expect(Self.others(task, "due") == Self.others(before, "due"))
            case 2:
                guard before.words.first.map(Self.isText) ?? true else { continue }
                task.setProjects(["p", "q"])
                #expect(Set(task.projects) == ["p", "q"])
                #expect(task.words.filter(Self.isNoProject) == before.words.filter(Self.isNoProject))
            case 3:
                task.setText("word second")
                #expect(task.text == "word second")
                #expect(task.words.filter { !Self.isText($0) } == before.words.filter { !Self.isText($0) })
            case 4:
                task.setDone(before.isDone, on: before.completedOn)
                task.setCreatedOn(before.createdOn)
                task.setPriority(before.priority)
                task.setText(before.text)
                task.setProjects(before.projects)
                task.setContexts(before.contexts)
                for (key, _) in before.pairs { task.set(key, to: before.value(of: key)) }
                #expect(task == before)
            default:
                task.setPriority("Q")
                #expect(task.priority == "Q")
                #expect(task.createdOn == before.createdOn)
                #expect(task.completedOn == before.completedOn)
            }
        }
    }

    private static func isText(_ word: TodoTxtWord) -> Bool { if case .text = word { true } else { false } }
    private static func isNoProject(_ word: TodoTxtWord) -> Bool {
        if case .project = word { false } else { true }
    }
    private static func others(_ task: TodoTxtTask, _ key: String) -> [TodoTxtWord] {
        task.words.filter { if case .pair(key, _) = $0 { false } else { true } }
    }

    @Test func tooLongATaskIsRefused() throws {
        var reader = TodoTxtReader(
            ArrayByteSource("a\n" + String(repeating: "\n", count: 100)), maximumSize: 50)
        #expect(throws: TextTooLong.self) { try reader.next() }
    }

    /// Bounded by the length of the line, whatever it holds.
    @Test(
        .timeLimit(.minutes(1)),
        arguments: ["+p", "due:1 ", "\u{0}", "(A) ", "x ", "@", ":", " ", "2026-03-02 "])
    func longLinesAreReadInTime(part: String) throws {
        let line = String(repeating: part, count: 1_000_000 / part.utf8.count)
        let item = try #require(try items(ArrayByteSource(line)).first)
        guard var task = item.task else { return }
        task.setText("new")
        task.setProjects(["q"])
        task.set("due", to: nil)
        task.setDone(true, on: "2026-03-02")
        #expect(task.projects == ["q"])
        #expect(TodoTxtRecognition(prefix: Array(line.utf8.prefix(1 << 17))) != .likely)
    }

    @Test func bytesOfNoCharacterAreSaid() throws {
        var reader = TodoTxtReader(ArrayByteSource(Array("é é é a\n".utf8) + [0xFF] + Array("b\n".utf8)))
        var texts: [String?] = []
        while let item = try reader.next() { texts.append(item.task?.text) }
        #expect(texts == ["é é é a", "ÿb"])
        #expect(reader.takeIssues().count == 1)
    }

    @Test(arguments: [
        ("(A) Call Mom @phone\nx 2026-01-02 Done +P\n", TodoTxtRecognition.likely),
        ("Buy milk due:2026-01-02 @shop\n\nCall\n", .likely), ("(A) a\n(B) b\n", .possible),
        ("2026-01-02 Went to the sea\n2026-01-03 Came home\n", .possible), ("Buy milk\nCall\n", .none),
        ("- [ ] a @b due:2026-01-01\n- [x] c @d\n", .none), ("# Notes\nHello @ann\nBye\nOk\n", .none),
        ("[2026-01-02 09:30] By the sea. @walk\nText\n", .none), ("Name,Mail\nA,a@b.c\n", .none), ("", .none),
        ("Project:\n\t- task @done\n", .none), ("Dear Ann,\nthe sum is due:2026-01-01 +tax\nYours\n", .none),
    ])
    func recognition(text: String, recognition: TodoTxtRecognition) {
        #expect(TodoTxtRecognition(prefix: Array(text.utf8)) == recognition)
    }
}
