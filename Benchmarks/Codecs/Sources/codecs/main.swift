import CSVFormat
import ContentLine
import Glibc
import ICalendarFormat
import TextDecoding
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
    func count<Value>(_ kind: PropertyKind<Value>) -> (VCard) -> Int {
        { $0[kind].count }
    }
    let kinds: [(VCard) -> Int] = [
        count(VCardProperty.formattedName), count(VCardProperty.name), count(VCardProperty.nickname),
        count(VCardProperty.photo), count(VCardProperty.logo), count(VCardProperty.sound),
        count(VCardProperty.key), count(VCardProperty.birthday), count(VCardProperty.date),
        count(VCardProperty.email), count(VCardProperty.phone), count(VCardProperty.messaging),
        count(VCardProperty.address), count(VCardProperty.url), count(VCardProperty.organization),
        count(VCardProperty.title), count(VCardProperty.role), count(VCardProperty.related),
        count(VCardProperty.language), count(VCardProperty.categories), count(VCardProperty.note),
        count(VCardProperty.gender), count(VCardProperty.geo), count(VCardProperty.timeZone),
        count(VCardProperty.uid), count(VCardProperty.kind), count(VCardProperty.member),
        count(VCardProperty.revision), count(VCardProperty.source), count(VCardProperty.productID),
    ]
    var tally = Tally()
    var reader = VCardReader(source)
    while let event = try reader.next() {
        switch event {
        case .card(let item):
            tally.items += 1
            tally.issues += item.issues.count
            for kind in kinds { tally.values += kind(item.card) }
            for line in item.card.customLines { tally.values += line.text().isEmpty ? 0 : 1 }
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
        print("usage: codecs split|lex|cards|split-events|lex-events|events|rows|fields FILE")
        exit(64)
    }
    switch CommandLine.arguments[1] {
    case "split": return try split(source, .vCard)
    case "lex": return try lex(source, .vCard)
    case "cards": return try cards(source)
    case "split-events": return try split(source, .iCalendar)
    case "lex-events": return try lex(source, .iCalendar)
    case "events": return try events(source)
    case "rows": return try rows(source)
    case "fields": return try fields(source)
    default: return Tally()
    }
}

let tally = try run()
print("\(tally.items) items, \(tally.values) values, \(tally.issues) issues, \(peakMemory()) kB")
