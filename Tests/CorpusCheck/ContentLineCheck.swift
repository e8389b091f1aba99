import AtriumHost
import AtriumSDK
import ContentLine
import ICalendarFormat
import VCardFormat

/// vCard and iCalendar: every item is taken apart into names, parameters and values, written from these, and read again.
struct ContentLineCheck {
    let format: any Format

    func check(_ content: MemoryFile, _ file: CorpusFile, _ outcome: inout Outcome) throws {
        var counts: [String: Int] = [:]
        var components: [Component] = []
        var issueLines: Set<Int> = []
        // A container has its lines, but not their numbers in the file.
        var (damagedLines, reportedLines) = (0, 0)
        _ = try format.read(content) { event in
            switch event {
            case .container(let container):
                guard let calendar = container.value as? CalendarContainer else { break }
                counts["VCALENDAR", default: 0] += 1
                components.append(Component(name: "VCALENDAR", properties: calendar.properties))
                counts["VTIMEZONE", default: 0] += calendar.timeZones.count
                damagedLines += calendar.properties.count(where: \.isMalformed)
            case .item(let item):
                outcome.items += 1
                outcome.issues += item.issues.count
                issueLines.formUnion(item.issues.map(\.line))
                if let component = Self.component(of: item) { components.append(component) }
            case .issue(let issue):
                outcome.issues += 1
                issueLines.insert(issue.line)
                if ["missing-colon", "bad-name"].contains(issue.code) { reportedLines += 1 }
            }
        }
        if reportedLines < damagedLines {
            outcome.add(
                .unreported, "\(damagedLines - reportedLines) lines of calendars are no content lines")
        }
        for component in components {
            Self.checkRewriting(component, &outcome)
            Self.count(component, &counts)
            if component.name != "VCALENDAR" { Self.checkReports(component, issueLines, &outcome) }
        }
        counts["card"] = counts.removeValue(forKey: "VCARD")
        outcome.compare(counts, with: file)
    }

    static func component(of item: Item) -> Component? {
        (item.value as? VCard)?.component ?? (item.value as? CalendarComponent)?.component
            ?? (item.value as? RawItem).map { Component.parse($0.bytes, line: $0.line).component }
    }

    private static func count(_ component: Component, _ counts: inout [String: Int]) {
        if component.name != "VCALENDAR" { counts[component.name.uppercased(), default: 0] += 1 }
        // A card within a card is its AGENT, which the manifest does not count.
        for inner in component.components where !inner.isNamed("VCARD") { count(inner, &counts) }
    }

    /// Text that is no content line has to be reported, with its line.
    private static func checkReports(
        _ component: Component, _ issueLines: Set<Int>, _ outcome: inout Outcome
    ) {
        for line in component.properties where line.isMalformed && !issueLines.contains(line.lineNumber) {
            outcome.add(.unreported, "line \(line.lineNumber) is no content line")
        }
        for inner in component.components { checkReports(inner, issueLines, &outcome) }
    }

    /// Writes a component from its parts, and reads that: equal, and a second writing the same bytes.
    private static func checkRewriting(_ component: Component, _ outcome: inout Outcome) {
        var copy = component
        copy.forgetSource()
        let written = copy.written()
        var again = Component.parse(written).component
        let (first, second) = (copy.said, again.said)
        if first != second {
            let pair = zip(first, second).first { $0 != $1 }
            outcome.add(
                .codec, "\(component.name) at line \(component.lineNumber): \(String(describing: pair))")
        }
        again.forgetSource()
        if again.written() != written {
            outcome.add(.codec, "\(component.name) at line \(component.lineNumber): written otherwise again")
        }
    }
}

extension Component {
    /// Makes every line one of the program's own, so that it is written from its parts.
    fileprivate mutating func forgetSource() {
        for index in properties.indices where !properties[index].isMalformed {
            properties[index].group = properties[index].group
        }
        for index in components.indices { components[index].forgetSource() }
    }

    /// What it says: names, parameters and values in their order, whatever the charset and the transfer encoding.
    var said: [String] {
        properties.map(\.said) + components.flatMap { ["BEGIN \($0.name.uppercased())"] + $0.said + ["END"] }
    }
}

extension ContentLine {
    fileprivate var said: String {
        // Text that is no line has no charset of its own: of its letters only those of ASCII can be compared.
        guard !isMalformed else {
            return "? " + String(decoding: value.filter { (0x21..<0x7F).contains($0) }, as: UTF8.self)
        }
        let parameters = parameters.filter { !$0.isNamed("CHARSET") }
            .map { "\($0.name.uppercased())=\($0.values.joined(separator: "|"))" }
        let value = encoding == .none ? String(decoding: self.value, as: UTF8.self) : text()
        return "\(group.map { $0.uppercased() + "." } ?? "")\(canonicalName);\(parameters):\(value)"
    }
}
