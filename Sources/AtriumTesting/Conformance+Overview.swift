import AtriumHost
import AtriumSDK
import Foundation

/// The rule on what a module shows on the dashboard and on days.
extension ModuleConformance {
    func checkOverview(_ findings: Findings) throws {
        let names = module.figures.map(\.name)
        findings.expect(Set(names).count == names.count, "two figures have one name: \(names)")
        for figure in module.figures {
            findings.expect(
                figure.table.hasPrefix(module.tablePrefix),
                "the figure \(figure.name) is about \(figure.table)")
            findings.expect(
                figure.sql.contains(figure.table), "the query of \(figure.name) does not name its table")
            findings.expect(
                !figure.title.isEmpty && figure.help.hasSuffix("."),
                "the figure \(figure.name) does not say what it is")
            findings.expect(
                figure.icon.map(Self.isKebab) ?? true,
                "the icon of the figure \(figure.name) is not lower-case words joined by hyphens")
        }
        checkCards(findings)
        for (what, hub) in [("an empty vault", try emptyHub()), ("the samples", try filledHub())] {
            let dashboard = try hub.run("dashboard")
            // A query that asks another module's table fails here, where there is none.
            findings.note(
                dashboard["warnings"]?.listValue?.compactMap(\.textValue) ?? [],
                in: "\(what): the dashboard")
            let figures = dashboard["figures"]?.listValue?.compactMap(\.objectValue) ?? []
            let own = figures.filter { $0["module"] == .text(module.id) }
            findings.expect(
                own.map { $0["name"] } == names.map(DataValue.text),
                "\(what): the dashboard does not show each figure")
            try checkDays(hub, what, findings)
        }
    }

    /// Cards name commands of the module that read and give items; what they give is tried on the dashboards.
    private func checkCards(_ findings: Findings) {
        let names = module.cards.map(\.name) + module.views.map(\.name)
        findings.expect(
            Set(names).count == names.count, "two cards, or a card and a view, have one name: \(names)")
        for card in module.cards {
            let place = "the card \(card.name)"
            findings.expect(Self.isKebab(card.name), "\(place): the name is malformed")
            findings.expect(
                (1...20).contains(card.limit), "\(place): \(card.limit) items are too many or none")
            let command = try? entries.first { $0.path == card.command }?.declaration
            let hasItems =
                switch command?.result {
                case .page, .list: true
                case .object, nil: false
                }
            findings.expect(
                [.list, .query].contains(command?.kind) && hasItems,
                "\(place): \(card.command.joined(separator: " ")) is no list, and no query that gives items")
        }
    }

    /// The weeks around the day of the samples, in which nothing need stand, but nothing wrong may.
    private func checkDays(_ hub: TemporaryHub, _ what: String, _ findings: Findings) throws {
        guard !module.days.isEmpty else { return }
        let kinds = Set(module.days.flatMap(\.kinds).map(\.name))
        let today = LocalDate(hub.clock.now, in: .gmt)
        for offset in stride(from: -7, through: 40, by: 1) {
            let day = today.adding(days: offset)
            for entry in try hub.items("today", ["day": .text(day.description)]) {
                let place = "\(what), \(day)"
                let kind = entry["kind"]?.textValue ?? ""
                let isOverdue = entry["overdue"] == .bool(true)
                findings.expect(kinds.contains(kind), "\(place): an entry of an undeclared kind, \(kind)")
                findings.expect(
                    entry["day"]?.textValue == day.description || (isOverdue && day == today),
                    "\(place): an entry of another day")
                if let time = entry["time"]?.textValue {
                    findings.expect(
                        time.wholeMatch(of: /([01]\d|2[0-3]):[0-5]\d/) != nil, "\(place): the time \(time)")
                }
            }
        }
    }
}
