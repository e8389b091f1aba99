import Testing

@testable import TaskPaperFormat

extension TaskPaperLine {
    init(_ line: String) { self.init(line: Array(line.utf8)) }
    var written: String { String(decoding: line, as: UTF8.self) }
}

/// An edit, and what it makes of a line.
private struct Edit: CustomTestStringConvertible, Sendable {
    let line: String
    let change: @Sendable (inout TaskPaperLine) -> Void
    let result: String
    var testDescription: String { result }

    init(_ line: String, _ change: @escaping @Sendable (inout TaskPaperLine) -> Void, _ result: String) {
        (self.line, self.change, self.result) = (line, change, result)
    }
}

@Suite private struct TaskPaperLineTests {
    @Test(
        arguments: [
            ("Project:", .project, "Project"),
            ("\tSub project: @due(2026-01-01) @x", .project, "Sub project"),
            ("[Searches]:", .project, "[Searches]"), ("Say @now: @b", .project, "Say @now"),
            ("a:b", .note, "a:b"),
            ("a: b", .note, "a: b"), (":", .note, ":"), ("http://a.b", .note, "http://a.b"),
            ("- a", .task, "a"), ("-", .task, ""), ("- ", .task, ""), ("-a", .note, "-a"),
            ("  - a:", .task, "a:"),
            ("-\ta", .task, "a"), ("* a", .note, "* a"), ("- a @b c", .task, "a c"), ("", .blank, ""),
            (" \t", .blank, ""), ("a note @b", .note, "a note"), ("- - a", .task, "- a"),
            ("@a:", .project, "@a"),
            ("- mail matt@a.b or @", .task, "mail matt@a.b or @"),
        ] as [(String, TaskPaperLine.Kind, String)])
    func lines(line: String, kind: TaskPaperLine.Kind, text: String) {
        let read = TaskPaperLine(line)
        #expect(read.kind == kind)
        #expect(read.text == text)
        #expect(read.written == line)
    }

    @Test(
        arguments: [
            (
                "- a @due(2016-03-29 2pm) @done",
                [TaskPaperTag("due", value: "2016-03-29 2pm"), TaskPaperTag("done")]
            ),
            ("- a @due(2008.07.07)b @c", [TaskPaperTag("c")]),
            ("- @a() @b.c_d-1", [.init("a", value: ""), .init("b.c_d-1")]),
            (
                #"- s @search(project \(\(not @done\)\)[0])"#,
                [.init("search", value: "project ((not @done))[0]")]
            ),
            (#"- a @p(C:\x\\y\)z)"#, [.init("p", value: #"C:\x\y)z"#)]), ("- a @open(b", []),
            ("- a @b(c(d) e) @f( @g(h)", [.init("g", value: "h")]),
            ("- @über(ß)", [.init("über", value: "ß")]), ("- a\t@b\t", [.init("b")]), ("-@b", []),
        ] as [(String, [TaskPaperTag])])
    func tags(line: String, tags: [TaskPaperTag]) {
        #expect(TaskPaperLine(line).tags == tags)
    }

    @Test func indentation() {
        #expect(
            ["- a", "\t- a", "  - a", " \t- a", "\t\tb"].map { TaskPaperLine($0).indent } == [0, 2, 2, 3, 4])
    }

    /// What an edit makes of a line: only its own words differ.
    @Test(
        arguments: [
            Edit("\t- a  @b c @d(e f)", { $0.setText("a c") }, "\t- a  @b c @d(e f)"),
            Edit("\t- a  @b c @d(e f)", { $0.setText("a g h") }, "\t- a  @b g h @d(e f)"),
            Edit("- @b a", { $0.setText("") }, "- @b"), Edit("- @b", { $0.setText("a") }, "- a @b"),
            Edit("-", { $0.setText("a") }, "- a"),
            Edit("Old name: @due(x)", { $0.setText("New name") }, "New name: @due(x)"),
            Edit(
                "- a @due(1)  @due(2) ", { $0.set(TaskPaperTag("due", value: "3 (x)")) },
                #"- a @due(3 \(x\))  @due(2) "#
            ),
            Edit("- a ", { $0.set(TaskPaperTag("done")) }, "- a @done "),
            Edit("- a @done", { $0.set(TaskPaperTag("done")) }, "- a @done"),
            Edit("P:", { $0.set(TaskPaperTag("due", value: "1")) }, "P: @due(1)"),
            Edit("- @a b @a(c) d", { $0.removeTag("a") }, "- b d"),
            Edit("  - a", { $0.setIndentation([9]) }, "\t- a"),
        ])
    private func edits(edit: Edit) {
        var read = TaskPaperLine(edit.line)
        edit.change(&read)
        #expect(read.written == edit.result)
    }

    @Test func newLines() {
        #expect(TaskPaperLine(task: "Buy\nmilk").written == "- Buy milk")
        #expect(TaskPaperLine(project: "- My project").written == "My project:")
        #expect(TaskPaperLine(project: "My project").text == "My project")
        #expect(TaskPaperTag("of my own", value: "a\nb").written == "@of-my-own(a b)")
        #expect(TaskPaperLine.holds(text: "Call Ann: now (@work)"))
        #expect(!TaskPaperLine.holds(text: "Call @ann"))
        #expect(!TaskPaperLine.holds(text: "a  b"))
    }
}
