import Foundation
import Testing

@testable import OPMLFormat

/// Holds the section "OPML" of `docs/formats.md` to the code.
@Suite struct FormatsPageTests {
    private static let section: [[String]] = {
        let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "docs/formats.md")
        let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.drop { $0 != "## OPML" }.dropFirst().prefix { !$0.hasPrefix("## ") }
            .filter { $0.hasPrefix("|") }
            .map { line in
                line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            }
    }()

    @Test func everyIssueIsInTheTable() {
        let named = Self.section.filter { $0.count == 2 }.flatMap { $0[0].components(separatedBy: ", ") }
        #expect(Set(named).subtracting(["issue", "---"]) == Set(OPMLIssue.Code.allCases.map(\.rawValue)))
    }

    /// Each element and attribute of the specifications is read into the property that the table names.
    @Test func everyElementAndAttributeGoesWhereTheTableSays() throws {
        let rows = Self.section.filter { $0.count == 4 && $0[3].hasPrefix("`OPML") }
        #expect(rows.count == 27)
        for row in rows {
            let (name, element, place) = (row[0], row[1], row[3])
            guard name != "any other" else { continue }
            // A number for what is one, and a word of its own for the rest.
            let isNumber = name.hasPrefix("window") || name == "vertScrollState" || name == "expansionState"
            let isTruth = name.hasPrefix("is")
            let value = isNumber ? "41" : isTruth ? "true" : "value-of-\(name.lowercased())"
            let text: String =
                switch element {
                case "opml": "<opml \(name)='\(value)'><body><outline/></body></opml>"
                case "head": "<opml><head><\(name)>\(value)</\(name)></head><body><outline/></body></opml>"
                default: "<opml><body><outline \(name)='\(value)'/></body></opml>"
                }
            let reading = try Reading(text)
            let subject: Any = element == "outline" ? reading.outlines[0] : reading.documents[0]
            for match in place.matches(of: /`OPML(?:Document|Outline)\.(\w+)`/) {
                let property = String(match.output.1)
                let get = try #require(Self.properties[property], "\(property) is in the table only")
                let found = get(subject)
                #expect(found.contains(value), "\(name): \(property) is \(found)")
            }
        }
    }

    /// The typed properties by name; mirrors do not show computed ones.
    private static var properties: [String: (Any) -> String] {
        func document(_ get: @escaping (OPMLDocument) -> Any?) -> (Any) -> String {
            { ($0 as? OPMLDocument).flatMap(get).map { "\($0)" } ?? "nothing" }
        }
        func outline(_ get: @escaping (OPMLOutline) -> Any?) -> (Any) -> String {
            { ($0 as? OPMLOutline).flatMap(get).map { "\($0)" } ?? "nothing" }
        }
        return [
            "dateCreated": document(\.dateCreated), "dateModified": document(\.dateModified),
            "ownerName": document(\.ownerName), "ownerEmail": document(\.ownerEmail),
            "ownerID": document(\.ownerID), "docs": document(\.docs),
            "expansionState": document(\.expansionState), "vertScrollState": document(\.vertScrollState),
            "windowTop": document(\.windowTop), "windowLeft": document(\.windowLeft),
            "windowBottom": document(\.windowBottom), "windowRight": document(\.windowRight),
            "title": { $0 is OPMLOutline ? outline(\.title)($0) : document(\.title)($0) },
            "version": { $0 is OPMLOutline ? outline(\.version)($0) : document(\.version)($0) },
            "text": outline(\.text), "type": outline(\.type), "isComment": outline(\.isComment),
            "isBreakpoint": outline(\.isBreakpoint), "created": outline(\.created),
            "categories": outline(\.categories), "xmlURL": outline(\.xmlURL), "feedURL": outline(\.feedURL),
            "htmlURL": outline(\.htmlURL), "url": outline(\.url), "description": outline(\.description),
            "language": outline(\.language),
        ]
    }
}
