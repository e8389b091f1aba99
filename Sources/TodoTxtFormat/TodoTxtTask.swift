import TextDecoding

/// A task of todo.txt: a line, what it says, and edits that leave the rest of the line as it stands.
///
/// `x 2026-03-02 2026-03-01 (A) text +Project @context due:2026-03-05`. A task that is done begins with a
/// small `x`; behind it stand a priority and the days of completion and creation, in any order that programs
/// write. Of an open task the priority comes first, then the day of creation. All else is the body: words, of
/// which those with `+`, `@` and `key:value` are marks.
///
/// Reading never fails, and days stand as written: `2014-25-04` is one here, and who reads it decides what it
/// says. Whatever is set, all other bytes of the line stay.
public struct TodoTxtTask: Sendable, Hashable {
    /// The line, without its end.
    public private(set) var line: [UInt8] { didSet { head = Head(line) } }
    private var head: Head

    /// Reads a line, whose bytes are in UTF-8 and which has no line end.
    public init(line: [UInt8]) {
        self.line = line
        head = Head(line)
    }

    /// Makes an open task of a text.
    public init(text: String) {
        self.init(line: [])
        setText(text)
    }

    /// Two tasks are the same if their lines are.
    public static func == (left: TodoTxtTask, right: TodoTxtTask) -> Bool { left.line == right.line }
    /// Feeds the line into a hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(line) }

    // MARK: - What it says

    /// Whether the task is done.
    public var isDone: Bool { head.mark != nil }
    /// The day of completion as written, such as `2026-03-02`; nil if the line has none.
    public var completedOn: String? { head.completion.map(string) }
    /// The day of creation as written; nil if the line has none.
    ///
    /// Without one before the body it is the value of the key `created`, which sleek writes.
    public var createdOn: String? { head.creation.map(string) ?? value(of: Self.createdKey) }
    /// The priority, a letter from A to Z; nil if the line has none.
    public var priority: String? { head.priority.map { string($0.lowerBound + 1..<$0.upperBound - 1) } }

    /// The words of the body with what they are, in order.
    public var words: [TodoTxtWord] {
        ranges.map { TodoTxtWord(line[$0]) }
    }

    /// The body's words that are no marks, with a blank between; empty if all are marks.
    public var text: String {
        words.compactMap { if case .text(let word) = $0 { word } else { nil } }.joined(separator: " ")
    }

    /// The whole body as it stands, marks included.
    public var body: String {
        guard let first = ranges.first, let last = ranges.last else { return "" }
        return string(first.lowerBound..<last.upperBound)
    }

    /// The names behind `+`, each once, in order.
    public var projects: [String] { names { if case .project(let name) = $0 { name } else { nil } } }
    /// The names behind `@`, each once, in order.
    public var contexts: [String] { names { if case .context(let name) = $0 { name } else { nil } } }
    /// The pairs `key:value`, in order.
    public var pairs: [(key: String, value: String)] {
        words.compactMap { if case .pair(let key, let value) = $0 { (key, value) } else { nil } }
    }
    /// The value of the first pair with a key; nil if there is none.
    public func value(of key: String) -> String? { pairs.first { $0.key == key }?.value }

    private func names(_ name: (TodoTxtWord) -> String?) -> [String] {
        var seen: Set<String> = []
        return words.compactMap(name).filter { seen.insert($0).inserted }
    }

    private var ranges: [Range<Int>] { Head.words(of: line, from: head.body) }
    private var lineWords: LineWords { LineWords(line: line, ranges: ranges, start: head.body) }

    private func string(_ range: Range<Int>) -> String { String(decoding: line[range], as: UTF8.self) }

    // MARK: - Days, mark and priority

    static let createdKey = "created"

    /// Marks the task as done, or opens it again, which takes the day of completion away.
    ///
    /// - Parameter day: the day of completion, `2026-03-02`; nil: it is not told.
    public mutating func setDone(_ isDone: Bool, on day: String? = nil) {
        var wanted = headValues
        (wanted.isDone, wanted.completedOn) = (isDone, isDone ? day : nil)
        guard wanted != headValues else { return }
        let rest = line.count - head.body
        if isDone, let mark = head.mark {
            setDay(day, at: head.completion, else: mark.upperBound)
        } else if isDone {
            insert("x" + (day.map { " " + $0 } ?? ""), at: head.start)
        } else if let mark = head.mark {
            if let completion = head.completion { remove(completion) }
            remove(mark)
        }
        settle(wanted, before: rest)
    }

    /// Sets the day of creation; nil takes it away.
    ///
    /// It stands before the body, or as `created:` where it would be taken there for the day of completion.
    public mutating func setCreatedOn(_ day: String?) {
        var wanted = headValues
        wanted.createdOn = day
        guard wanted != headValues else { return }
        let rest = line.count - head.body
        guard head.creation != nil || value(of: Self.createdKey) == nil else {
            set(Self.createdKey, to: day)
            return
        }
        setDay(day, at: head.creation, else: head.body)
        settle(wanted, before: rest)
    }

    /// Sets the priority, a letter from A to Z; nil takes it away, and so does anything else.
    public mutating func setPriority(_ letter: String?) {
        var wanted = headValues
        wanted.priority = letter.flatMap { $0.utf8.count == 1 && ("A"..."Z").contains($0) ? $0 : nil }
        guard wanted != headValues else { return }
        let rest = line.count - head.body
        switch (head.priority, wanted.priority) {
        case (let old?, let new?): line.replaceSubrange(old, with: Array("(\(new))".utf8))
        case (let old?, nil): remove(old)
        // Behind the day of completion, else a day of creation would be taken for that.
        case (nil, let new?):
            insert("(\(new))", at: (head.completion ?? head.mark)?.upperBound ?? head.start)
        case (nil, nil): break
        }
        settle(wanted, before: rest)
    }

    private struct HeadValues: Equatable {
        var isDone: Bool
        var completedOn: String?
        var createdOn: String?
        var priority: String?
    }

    private var headValues: HeadValues {
        HeadValues(isDone: isDone, completedOn: completedOn, createdOn: createdOn, priority: priority)
    }

    /// Writes the head anew if an edit of one of its words gave another one another meaning.
    ///
    /// - Parameter rest: how many bytes the body has, so that no word of it is taken for one of the head.
    private mutating func settle(_ wanted: HeadValues, before rest: Int) {
        guard headValues != wanted else { return }
        let isAmbiguous = wanted.isDone && wanted.completedOn == nil && wanted.priority == nil
        let creation = isAmbiguous ? nil : wanted.createdOn
        let priority = wanted.priority.map { "(\($0))" }
        let words =
            wanted.completedOn == nil
            ? [wanted.isDone ? "x" : nil, priority, creation]
            : ["x", wanted.completedOn, creation, priority]
        let written = words.compactMap { $0.map { $0 + " " } }.joined()
        line.replaceSubrange(head.start..<max(head.start, line.count - rest), with: Array(written.utf8))
        if creation == nil { set(Self.createdKey, to: wanted.createdOn) }
    }

    private mutating func setDay(_ day: String?, at range: Range<Int>?, else place: Int) {
        switch (range, day) {
        case (let range?, let day?): line.replaceSubrange(range, with: Array(day.utf8))
        case (let range?, nil): remove(range)
        case (nil, let day?): insert(day, at: place)
        case (nil, nil): break
        }
    }

    /// Takes a word of the head out, with the blanks behind it.
    private mutating func remove(_ range: Range<Int>) {
        let end = line[range.upperBound...].firstIndex { !LineWords.isBlank($0) } ?? line.endIndex
        line.removeSubrange(range.lowerBound..<end)
    }

    /// Puts a word into the head: before what begins at a place, or behind what ends there.
    private mutating func insert(_ word: String, at place: Int) {
        let isBehind = place > 0 && !LineWords.isBlank(line[place - 1])
        line.insert(contentsOf: isBehind ? Array((" " + word).utf8) : Array((word + " ").utf8), at: place)
    }

    // MARK: - The body

    /// Makes the body's words that are no marks those of a text; the words that both begin and end with stay.
    ///
    /// A text that ``holds(text:)`` says is not held reads otherwise afterwards.
    public mutating func setText(_ text: String) {
        let words = words
        edit { $0.setText(text) { if case .text = words[$0] { true } else { false } } }
    }

    /// Sets the names behind `+`: those that stand there stay in their places, others are added at the end.
    public mutating func setProjects(_ names: [String]) {
        setNames(names, mark: "+", old: projects) { if case .project(let name) = $0 { name } else { nil } }
    }

    /// Sets the names behind `@`: those that stand there stay in their places, others are added at the end.
    public mutating func setContexts(_ names: [String]) {
        setNames(names, mark: "@", old: contexts) { if case .context(let name) = $0 { name } else { nil } }
    }

    /// Gives a key a value, in the place of the first one that it has, or at the end; nil, or an
    /// empty one, takes all pairs of the key away.
    ///
    /// A blank in the value is written as ``name(for:)`` does.
    public mutating func set(_ key: String, to value: String?) {
        let value = value.map(Self.name).flatMap { $0.isEmpty ? nil : $0 }
        guard value != self.value(of: key) else { return }
        let words = words
        let old = words.indices.filter { if case .pair(key, _) = words[$0] { true } else { false } }
        guard let value else {
            let dropped = Set(old)
            edit { $0.replace(where: dropped.contains, at: words.count) }
            return
        }
        let place = old.first
        edit { $0.replace(where: { $0 == place }, with: ["\(key):\(value)"], at: place ?? words.count) }
    }

    private mutating func setNames(
        _ names: [String], mark: String, old: [String], of name: (TodoTxtWord) -> String?
    ) {
        let wanted = names.map(Self.name).filter { !$0.isEmpty }
        let words = words
        let (kept, present) = (Set(wanted), Set(old))
        let dropped = Set(words.indices.filter { name(words[$0]).map { !kept.contains($0) } ?? false })
        var added: Set<String> = []
        let new = wanted.filter { !present.contains($0) && added.insert($0).inserted }.map { mark + $0 }
        edit { $0.replace(where: dropped.contains, with: new, at: words.count) }
    }

    private mutating func edit(_ body: (inout LineWords) -> Void) {
        var words = lineWords
        body(&words)
        if words.line != line { line = words.line }
    }

    // MARK: - What the format can hold

    /// A name as a word: runs of blanks become one low line, since names end at a blank.
    public static func name(for text: String) -> String {
        text.utf8.split(whereSeparator: LineWords.isBlank)
            .map { String(decoding: Array($0), as: UTF8.self) }.joined(separator: "_")
    }

    /// Whether a text reads back as it is written: none of its words is a mark, and the first none of the
    /// line's head.
    ///
    /// Behind a day of creation the first word of an open task may be anything: `2026-03-02 x marks it`.
    public static func holds(text: String) -> Bool {
        let task = TodoTxtTask(text: text)
        return task.text == text && task.body == text
    }
}
