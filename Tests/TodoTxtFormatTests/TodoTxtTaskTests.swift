import Testing

@testable import TodoTxtFormat

extension TodoTxtTask {
    init(_ line: String) { self.init(line: Array(line.utf8)) }
    var written: String { String(decoding: line, as: UTF8.self) }
}

/// A line, and what it says.
private struct Line: CustomTestStringConvertible {
    var testDescription: String
    var isDone = false
    var completedOn: String?
    var createdOn: String?
    var priority: String?
    var body: String

    init(
        _ line: String, done: Bool = false, completed: String? = nil, created: String? = nil,
        priority: String? = nil, _ body: String
    ) {
        testDescription = line
        (isDone, completedOn, createdOn) = (done, completed, created)
        (self.priority, self.body) = (priority, body)
    }
}

/// An edit, and what it makes of a line.
private struct Edit: CustomTestStringConvertible, Sendable {
    let line: String
    let change: @Sendable (inout TodoTxtTask) -> Void
    let result: String
    var testDescription: String { result }

    init(_ line: String, _ change: @escaping @Sendable (inout TodoTxtTask) -> Void, _ result: String) {
        (self.line, self.change, self.result) = (line, change, result)
    }
}

@Suite private struct TodoTxtTaskTests {
    @Test(arguments: [
        Line("Buy milk", "Buy milk"),
        Line("(A) Call Mom", priority: "A", "Call Mom"),
        Line("(A)Call Mom", "(A)Call Mom"),
        Line("(a) Call Mom", "(a) Call Mom"),
        Line("Call (A) Mom", "Call (A) Mom"),
        Line("B) 2013-12-01 Outline", "B) 2013-12-01 Outline"),
        Line("2013-02-22 Pick up milk", created: "2013-02-22", "Pick up milk"),
        Line("(Z) 2013-02-22 Pick up", created: "2013-02-22", priority: "Z", "Pick up"),
        Line("2013-02-22 (A) Pick up", created: "2013-02-22", "(A) Pick up"),
        Line("2013-02-22 2013-02-23 Two", created: "2013-02-22", "2013-02-23 Two"),
        Line("2013-2-2 Short", "2013-2-2 Short"),
        Line("(B) 2013-13-01 No such month", created: "2013-13-01", priority: "B", "No such month"),
        Line("x title", done: true, "title"),
        Line("x  (C) title", done: true, priority: "C", "title"),
        Line("x (C) 2014-01-01 lib", done: true, created: "2014-01-01", priority: "C", "lib"),
        Line("x 2014-01-03 lib", done: true, completed: "2014-01-03", "lib"),
        Line(
            "x 2014-01-03 2014-01-01 lib", done: true, completed: "2014-01-03", created: "2014-01-01", "lib"),
        Line(
            "x 2014-01-02 (B) 2013-12-30 lib", done: true, completed: "2014-01-02", created: "2013-12-30",
            priority: "B", "lib"),
        Line(
            "x (B) 2014-01-02 2013-12-30 lib", done: true, completed: "2014-01-02", created: "2013-12-30",
            priority: "B", "lib"),
        Line(
            "x 2026-03-02 2026-03-01 (A) text", done: true, completed: "2026-03-02", created: "2026-03-01",
            priority: "A", "text"),
        Line("x 2016-02-21 (B) Seal", done: true, completed: "2016-02-21", priority: "B", "Seal"),
        Line("x 2014-25-04 2014-01-01 go", done: true, completed: "2014-25-04", created: "2014-01-01", "go"),
        Line(
            "x (B) 2015-05-22 10:23 2015-05-22 Bike", done: true, created: "2015-05-22", priority: "B",
            "10:23 2015-05-22 Bike"),
        Line("x     2015-05-23 Write PRIO:C", done: true, completed: "2015-05-23", "Write PRIO:C"),
        Line("X 2012-01-01 Make resolutions", "X 2012-01-01 Make resolutions"),
        Line("xylophone lesson", "xylophone lesson"), Line("x", done: true, ""), Line("x ", done: true, ""),
        Line("  (A) 2015-05-30 Plane", created: "2015-05-30", priority: "A", "Plane"),
        Line("\t@Store Eskimo pies", "@Store Eskimo pies"),
        Line("(A)", priority: "A", ""), Line("2013-02-22", created: "2013-02-22", ""),
        Line("Done created:2026-01-10", created: "2026-01-10", "Done created:2026-01-10"),
        Line("# String test cases", "# String test cases"), Line("", ""), Line(" \t ", ""),
        Line("Milk  and\tbread  ", "Milk  and\tbread"),
    ])
    private func lines(line: Line) {
        let task = TodoTxtTask(line.testDescription)
        #expect(task.isDone == line.isDone)
        #expect(task.completedOn == line.completedOn)
        #expect(task.createdOn == line.createdOn)
        #expect(task.priority == line.priority)
        #expect(task.body == line.body)
        #expect(task.written == line.testDescription)
    }

    @Test func wordsOfTheBody() {
        let task = TodoTxtTask(
            "@Home 10:23 Turn off +P +P + @ http://a.b/c:d due:2014-01-01 "
                + "Importance:Very! a: :b Re:Zero d-2_x:y:z")
        #expect(task.projects == ["P"])
        #expect(task.contexts == ["Home"])
        #expect(task.text == "10:23 Turn off + @ http://a.b/c:d a: :b")
        #expect(
            task.pairs.map { "\($0.key)=\($0.value)" }
                == ["due=2014-01-01", "Importance=Very!", "Re=Zero", "d-2_x=y:z"])
        #expect(task.value(of: "due") == "2014-01-01")
        #expect(task.value(of: "Due") == nil)
        #expect(TodoTxtTask("+a+b @c@d é:x +ü").projects == ["a+b", "ü"])
    }

    /// What an edit makes of a line: only its own words differ.
    @Test(
        arguments: [
            Edit(" (A) a  b +P", { $0.setDone(true, on: "2026-03-02") }, " x 2026-03-02 (A) a  b +P"),
            Edit("2026-01-01 a", { $0.setDone(true, on: "2026-03-02") }, "x 2026-03-02 2026-01-01 a"),
            Edit("2026-01-01 a", { $0.setDone(true) }, "x a created:2026-01-01"),
            Edit("(B) 2026-01-01 a", { $0.setDone(true) }, "x (B) 2026-01-01 a"),
            Edit("x  2014-01-02  (B)  2013-12-30  a", { $0.setDone(false) }, "(B)  2013-12-30  a"),
            Edit("x (B) 2014-01-02 2013-12-30 a", { $0.setDone(false) }, "(B) 2013-12-30 a"),
            Edit("x 2014-01-02 2013-12-30 (B) a", { $0.setDone(false) }, "(B) 2013-12-30 a"),
            Edit("x 2014-01-02 a", { $0.setDone(true, on: "2026-03-02") }, "x 2026-03-02 a"),
            Edit("x 2014-01-02 2013-12-30 a", { $0.setDone(true) }, "x a created:2013-12-30"),
            Edit("x a", { $0.setDone(true) }, "x a"),
            Edit("(A) 2014-01-01 2014-02-02 a", { $0.setDone(true) }, "x (A) 2014-01-01 2014-02-02 a"),
            Edit(
                "x (C) 2014-01-01 a", { $0.setDone(true, on: "2014-02-02") }, "x 2014-02-02 (C) 2014-01-01 a"),
            Edit("x (C) 2014-01-01 a", { $0.setPriority(nil) }, "x a created:2014-01-01"),
            Edit("x (C) 2014-01-01 a", { $0.setPriority("D") }, "x (D) 2014-01-01 a"),
            Edit("x 2014-01-01 a", { $0.setPriority("D") }, "x 2014-01-01 (D) a"),
            Edit("a", { $0.setPriority("D") }, "(D) a"), Edit("(D)  a", { $0.setPriority("") }, "a"),
            Edit("(D) a", { $0.setPriority("ä") }, "a"), Edit("(D) a", { $0.setPriority("d") }, "a"),
            Edit("a", { $0.setCreatedOn("2026-01-01") }, "2026-01-01 a"),
            Edit("(A) a", { $0.setCreatedOn("2026-01-01") }, "(A) 2026-01-01 a"),
            Edit("x a", { $0.setCreatedOn("2026-01-01") }, "x a created:2026-01-01"),
            Edit("a created:2026-01-01 b", { $0.setCreatedOn("2026-01-02") }, "a created:2026-01-02 b"),
            Edit("2026-01-01 a created:2026-01-02", { $0.setCreatedOn(nil) }, "a"),
            Edit("a +P  b @c due:1", { $0.setText("a b") }, "a +P  b @c due:1"),
            Edit("a +P  b @c due:1", { $0.setText("a d") }, "a +P d @c due:1"),
            Edit("@Home Turn off", { $0.setText("Please Turn off") }, "Please @Home Turn off"),
            Edit("a b c d", { $0.setText("a d") }, "a d"),
            Edit("+P @c", { $0.setText("New") }, "New +P @c"),
            Edit("(A) a +P", { $0.setText("") }, "(A) +P"), Edit("(A)", { $0.setText("b") }, "(A) b"),
            Edit("a +P b +P +Q ", { $0.setProjects(["Q", "New one", "Q"]) }, "a b +Q +New_one "),
            Edit("+P", { $0.setProjects([]) }, ""),
            Edit("a @b", { $0.setContexts(["b", "c", "c"]) }, "a @b @c"),
            Edit("a due:1 due:2 b", { $0.set("due", to: "3") }, "a due:3 due:2 b"),
            Edit("a due:1 due:2 b", { $0.set("due", to: nil) }, "a b"),
            Edit("a", { $0.set("rec", to: "1 w") }, "a rec:1_w"),
            Edit("a due:1", { $0.set("due", to: "1") }, "a due:1"),
        ])
    private func edits(edit: Edit) {
        var task = TodoTxtTask(edit.line)
        edit.change(&task)
        #expect(task.written == edit.result)
    }

    @Test func textsThatReadOtherwise() {
        for text in ["Buy milk", "Call (A)", "at 10:23", "the x factor", "a http://b.c"] {
            #expect(TodoTxtTask.holds(text: text), "\(text)")
        }
        for text in [
            "x marks it", "(A) team", "2026-01-01 is late", "a +b", "@home", "Re:Zero", "a  b", " a",
        ] {
            #expect(!TodoTxtTask.holds(text: text), "\(text)")
        }
    }

    @Test func aNewTask() {
        var task = TodoTxtTask(text: "Buy\nmilk")
        task.setDone(true, on: "2026-03-02")
        task.setCreatedOn("2026-03-01")
        task.setPriority("A")
        task.setProjects(["My shop"])
        task.setContexts(["town"])
        task.set("due", to: "2026-03-05")
        #expect(task.written == "x 2026-03-02 (A) 2026-03-01 Buy milk +My_shop @town due:2026-03-05")
    }
}
