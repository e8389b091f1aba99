import AtriumSDK
import AtriumTesting
import Foundation
import TaskPaperFormat
import Testing
import TodoTxtFormat

@testable import AtriumFormats

/// The events of a file, shortly: containers by their source, items by their kind and source.
private func events(_ text: String, _ format: any Format, kept: Bool = false) throws -> [String] {
    let file = TextFile("file", content: Array(text.utf8))
    var events: [String] = []
    func note(_ event: ImportEvent) {
        switch event {
        case .container(let container):
            events.append("container " + String(decoding: container.source, as: UTF8.self))
        case .item(let item): events.append("\(item.kind) " + String(decoding: item.source, as: UTF8.self))
        case .issue(let issue): events.append("issue \(issue.code) \(issue.line)")
        }
    }
    if kept {
        try format.read(kept: file, layout: nil) { note($0) }
    } else {
        #expect(try format.read(file) { note($0) } == "utf-8")
    }
    return events
}

@Suite private struct TaskLineFormatTests {
    @Test func todoTxtIsATaskALine() throws {
        #expect(
            try events("a\n\nb", TodoTxtFileFormat()) == [
                "container ", "todotxt-task a\n", "todotxt-task \nb",
            ])
        #expect(try events("\n\n", TodoTxtFileFormat()) == ["container ", "text \n\n"])
    }

    @Test func aByteOrderMarkIsKeptInTheContainer() throws {
        var bytes: [UInt8] = []
        for format in [TodoTxtFileFormat(), TaskPaperFileFormat()] as [any Format] {
            let file = TextFile("file", content: [0xEF, 0xBB, 0xBF] + Array("- a\n".utf8))
            bytes = []
            _ = try format.read(file) { event in
                switch event {
                case .container(let container): bytes += container.source
                case .item(let item): bytes += item.source
                case .issue: break
                }
            }
            #expect(bytes == file.content)
        }
    }

    @Test func taskPaperHasAContainerForEachProject() throws {
        let text = "- a\nP: @x\n\t- b\n\t\t- c\n\tQ:\n\t\t- d\nR:\n"
        #expect(
            try events(text, TaskPaperFileFormat()) == [
                "container ", "taskpaper-task - a\n", "container P: @x\n", "taskpaper-task P: @x\n\t- b\n",
                "taskpaper-task \t\t- c\n", "container P: @x\n\tQ:\n", "taskpaper-task \tQ:\n\t\t- d\nR:\n",
            ])
        #expect(try events("P:\n", TaskPaperFileFormat()) == ["container ", "text P:\n"])
    }

    /// A kept task is read again in the projects that it stood in.
    @Test func keptTasksStandInTheirProjects() throws {
        let format = TaskPaperFileFormat()
        var container: Container?
        var kept: [(item: Item, container: Container)] = []
        let text = "- a\nP: @x\n\t- b\n\tQ:\n\t\t- d\n\t\t- e"
        _ = try format.read(TextFile("file", content: Array(text.utf8))) { event in
            switch event {
            case .container(let begun): container = begun
            case .item(let item): kept.append((item, try #require(container)))
            case .issue: break
            }
        }
        for (item, container) in kept {
            let document = format.document(of: [item.source], in: container.source)
            var again: [TaskPaperItem] = []
            try format.read(kept: TextFile("kept", content: document), layout: nil) { event in
                if case .item(let item) = event { again.append(try #require(item.value as? TaskPaperItem)) }
            }
            let value = try #require(item.value as? TaskPaperItem)
            #expect(again.map(\.line) == [value.line])
            #expect(again.map(\.projects) == [value.projects])
        }
        let document = format.document(
            of: kept.suffix(2).map(\.item.source), in: kept[4 - 1].container.source)
        #expect(try events(String(decoding: document, as: UTF8.self), format, kept: true).count == 3)
    }

    @Test func tooLongAnItemIsRefusedInWords() throws {
        let error = #expect(throws: AtriumError.self) {
            _ = try TodoTxtFileFormat().read(
                TextFile("file", content: [UInt8](repeating: 0x61, count: (64 << 20) + 1))
            ) { _ in }
        }
        #expect(error?.message.contains("line 1") == true)
    }

    @Test(arguments: [
        ("todo.txt", true), ("Done.TXT", true), ("work.todo.txt", true), ("a/todo.txt", true),
        ("a.todotxt", true),
        ("notes.txt", false),
        ("mytodo.txt", false), ("todo", false), ("todo.txt.csv", false),
    ])
    func namesOfTodoTxt(name: String, isNamed: Bool) {
        #expect(TodoTxtFileFormat().isNamed(name) == isNamed)
    }

    @Test func namedFilesAreTextAtLeast() {
        for format in [TodoTxtFileFormat(), TaskPaperFileFormat()] as [any Format] {
            #expect(format.accepts(Array("Buy milk\n".utf8)))
            #expect(!format.accepts([0x89, 0x50, 0x4E, 0x47, 1, 2, 3, 4]))
            #expect(!format.accepts([]))
        }
    }

    /// What is another format's, prose, a list or code is neither.
    @Test(arguments: [
        "# Shopping\n\n- [ ] milk @shop\n- [x] bread\n", "Shopping:\n- milk\n- bread\n", "* a\n* b:\n\t* c\n",
        "Dear Ann,\n\nthank you for the book. I read it (twice).\nYours, @zoe\n",
        "[2026-01-02 09:30] By the sea. @walk\nWe walked +far due:today\n",
        "2013-06-09 15:39 My first entry. @fun\n\n2013-06-10 15:40 Life is good.\n",
        "Name,Mail,Phone\nAnna,a@example.com,1\nIda,i@example.com,3\n", "Name\tMail\nAnna\t@a\nIda\t@b\n",
        "---\nuid: a\ntags: [b]\n---\n- c @d\n", "steps:\n  - run: a\n  - uses: b@v4\n",
        "1. a\n2. b:\n\t- c\n\td\ne\nf\n",
        "BEGIN:VCARD\nFN:A\nEND:VCARD\n", "What is it?\n(A) a cat\n(B) a dog\n(C) a cow\n",
        "def f(x):\n\tif x:\n\t\treturn -x\n", "<?xml version=\"1.0\"?>\n<a due:b=\"@c\"/>\n",
        "{\"due:\": [\"@a\", \"+b\"]}\n",
    ])
    func otherTextsAreNotTaken(text: String) {
        #expect(TodoTxtFileFormat().confidence(in: Array(text.utf8)) < .likely)
        #expect(TaskPaperFileFormat().confidence(in: Array(text.utf8)) < .likely)
    }
}
