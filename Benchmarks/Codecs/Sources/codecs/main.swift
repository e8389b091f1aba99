import CSVFormat
import ContentLine
import Glibc
import ICalendarFormat
import OPMLFormat
import TaskPaperFormat
import TextDecoding
import TodoTxtFormat
import VCardFormat

/// `codecs WHAT FILE` reads a file once and prints what it found, so that the reading cannot be left out and can be
/// compared with the peer's.
struct Tally {
    var items = 0
    var values = 0
    var issues = 0
}

/// Finds the cards or components, and does not read them.
func split(_ source: FileByteSource, _ grammar: ComponentSplitter.Grammar) throws -> Tally {
    var tally = Tally()
    var splitter = ComponentSplitter(source, grammar: grammar)
    while let event = try splitter.next() {
        switch event {
        case .item: tally.items += 1
        case .issue: tally.issues += 1
        default: break
        }
    }
    return tally
}

/// Reads the lines of each card or component: names, parameters, unfolded values.
func lex(_ source: FileByteSource, _ grammar: ComponentSplitter.Grammar) throws -> Tally {
    var tally = Tally()
    var splitter = ComponentSplitter(source, grammar: grammar)
    while let event = try splitter.next() {
        switch event {
        case .item(let item):
            let parsed = Component.parse(item.bytes, line: item.line)
            tally.items += 1
            tally.values += parsed.component.properties.count
            tally.issues += parsed.issues.count
        case .issue: tally.issues += 1
        default: break
        }
    }
    return tally
}

/// Reads every property of every card to its typed value.
func cards(_ source: FileByteSource) throws -> Tally {
    var tally = Tally()
    func read(_ card: VCard) {
        func read<Value>(_ kind: PropertyKind<Value>) { tally.values += card[kind].count }
        read(VCardProperty.formattedName)
        read(VCardProperty.name)
        read(VCardProperty.nickname)
        read(VCardProperty.photo)
        read(VCardProperty.logo)
        read(VCardProperty.sound)
        read(VCardProperty.key)
        read(VCardProperty.birthday)
        read(VCardProperty.date)
        read(VCardProperty.email)
        read(VCardProperty.phone)
        read(VCardProperty.messaging)
        read(VCardProperty.address)
        read(VCardProperty.url)
        read(VCardProperty.organization)
        read(VCardProperty.title)
        read(VCardProperty.role)
        read(VCardProperty.related)
        read(VCardProperty.language)
        read(VCardProperty.categories)
        read(VCardProperty.note)
        read(VCardProperty.gender)
        read(VCardProperty.geo)
        read(VCardProperty.timeZone)
        read(VCardProperty.uid)
        read(VCardProperty.kind)
        read(VCardProperty.member)
        read(VCardProperty.revision)
        read(VCardProperty.source)
        read(VCardProperty.productID)
        for line in card.customLines { tally.values += line.text().isEmpty ? 0 : 1 }
    }
    var reader = VCardReader(source)
    while let event = try reader.next() {
        switch event {
        case .card(let item):
            tally.items += 1
            tally.issues += item.issues.count
            read(item.card)
        case .other: tally.items += 1
        case .issue: tally.issues += 1
        }
    }
    return tally
}

/// Reads every event to its typed view.
func events(_ source: FileByteSource) throws -> Tally {
    var tally = Tally()
    var reader = ICalendarReader(source)
    while let element = try reader.next() {
        switch element {
        case .component(let component):
            tally.items += 1
            tally.values += component.event == nil ? 0 : 1
            tally.issues += component.issues.count
        case .issue: tally.issues += 1
        default: break
        }
    }
    return tally
}

/// Reads every outline with its attributes.
func outlines(_ source: FileByteSource) throws -> Tally {
    var tally = Tally()
    var reader = OPMLReader(source)
    while let event = try reader.next() {
        switch event {
        case .outline(let outline, let issues):
            tally.items += 1
            tally.values += outline.attributes.count
            tally.issues += issues.count
        case .issue: tally.issues += 1
        case .document, .other: break
        }
    }
    return tally
}

/// Finds the rows, and does not look into them.
func rows(_ source: FileByteSource) throws -> Tally {
    var tally = Tally()
    var reader = try CSVReader(source)
    while let row = try reader.next() {
        tally.items += 1
        tally.values += row.count
    }
    tally.issues = reader.takeIssues().count
    return tally
}

/// Reads every field of every row to a string.
func fields(_ source: FileByteSource) throws -> Tally {
    var tally = Tally()
    var reader = try CSVReader(source)
    while let row = try reader.next() {
        tally.items += 1
        for field in row.fields { tally.values += field.isEmpty ? 0 : 1 }
    }
    tally.issues = reader.takeIssues().count
    return tally
}

/// Reads every word and day of every task of todo.txt.
func todos(_ source: FileByteSource) throws -> Tally {
    var tally = Tally()
    var reader = TodoTxtReader(source)
    while let item = try reader.next() {
        guard let task = item.task else { continue }
        tally.items += 1
        tally.values += task.words.count
        for value in [task.completedOn, task.createdOn, task.priority] where value != nil {
            tally.values += 1
        }
    }
    tally.issues = reader.takeIssues().count
    return tally
}

/// Reads the text, the tags and the note of every task of TaskPaper.
func papers(_ source: FileByteSource) throws -> Tally {
    var tally = Tally()
    var reader = TaskPaperReader(source)
    while let item = try reader.next() {
        guard let task = item.item else { continue }
        tally.items += 1
        tally.values += task.line.tags.count
        tally.values += task.line.text.isEmpty ? 0 : 1
        tally.values += task.task.note.isEmpty ? 0 : 1
    }
    tally.issues = reader.takeIssues().count
    return tally
}

/// The peak of this process's memory in kB.
///
/// What `wait4` gives the caller counts the caller's own memory too, as it was before `exec`.
func peakMemory() -> Int {
    guard let file = fopen("/proc/self/status", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard text.hasPrefix("VmHWM:") else { continue }
        return text.split { $0 == " " || $0 == "\t" }.dropFirst().first.flatMap { Int($0) } ?? 0
    }
    return 0
}

func run() throws -> Tally {
    guard CommandLine.arguments.count == 3, let source = FileByteSource(CommandLine.arguments[2]) else {
        print(
            "usage: codecs split|lex|cards|split-events|lex-events|events|outlines|rows|fields|todos|papers FILE"
        )
        exit(64)
    }
    switch CommandLine.arguments[1] {
    case "split": return try split(source, .vCard)
    case "lex": return try lex(source, .vCard)
    case "cards": return try cards(source)
    case "split-events": return try split(source, .iCalendar)
    case "lex-events": return try lex(source, .iCalendar)
    case "events": return try events(source)
    case "outlines": return try outlines(source)
    case "rows": return try rows(source)
    case "fields": return try fields(source)
    case "todos": return try todos(source)
    case "papers": return try papers(source)
    default: return Tally()
    }
}

let tally = try run()
print("\(tally.items) items, \(tally.values) values, \(tally.issues) issues, \(peakMemory()) kB")
