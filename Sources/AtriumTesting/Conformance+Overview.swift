import AtriumHost
import AtriumSDK
import Foundation

/// The conformance rule for a module's dashboard figures, cards and day entries.
extension ModuleConformance {
    func checkOverview(_ findings: Findings) throws {
        let names = module.figures.map(\.name)
        findings.expect(Set(names).count == names.count, "two figures have the same name: \(names)")
        for figure in module.figures {
            findings.expect(
                figure.table.hasPrefix(module.tablePrefix),
                "the figure \(figure.name) is about \(figure.table), a table of another module")
            findings.expect(
                figure.sql.contains(figure.table),
                "the SQL of the figure \(figure.name) does not use its table \(figure.table)")
            findings.expect(
                !figure.title.isEmpty && figure.help.hasSuffix("."),
                "the figure \(figure.name) needs a title, and a help text that ends with a full stop")
            findings.expect(
                figure.icon.map(Self.isKebab) ?? true,
                "the icon of the figure \(figure.name) is not kebab-case, such as circle-check")
        }
        checkCards(findings)
        for (what, hub) in [("an empty vault", try emptyHub()), ("the samples", try filledHub())] {
            let dashboard = try hub.run("dashboard")
            // A query of another module's table fails here, because the table does not exist.
            findings.note(
                dashboard["warnings"]?.listValue?.compactMap(\.textValue) ?? [],
                in: "\(what): the dashboard")
            let figures = dashboard["figures"]?.listValue?.compactMap(\.objectValue) ?? []
            let own = figures.filter { $0["module"] == .text(module.id) }
            findings.expect(
                own.map { $0["name"] } == names.map(DataValue.text),
                "\(what): the dashboard does not show every figure of the module")
            try checkDays(hub, what, findings)
        }
    }

    /// Checks that each card's command belongs to the module and returns a list.
    ///
    /// The method does not run the commands, because loading the dashboard runs every card's command.
    private func checkCards(_ findings: Findings) {
        let names = module.cards.map(\.name) + module.views.map(\.name)
        findings.expect(
            Set(names).count == names.count, "two cards, or a card and a view, have the same name: \(names)")
        for card in module.cards {
            let place = "the card \(card.name)"
            findings.expect(Self.isKebab(card.name), "\(place): the name is not kebab-case")
            findings.expect(
                (1...20).contains(card.limit), "\(place): the limit \(card.limit) is not from 1 to 20")
            let command = try? entries.first { $0.path == card.command }?.declaration
            let hasItems =
                switch command?.result {
                case .page, .list: true
                case .object, nil: false
                }
            findings.expect(
                [.list, .query].contains(command?.kind) && hasItems,
                "\(place): \(card.command.joined(separator: " ")) is not a list, or a query with a list")
        }
    }

    /// Checks the day entries from 7 days before to 40 days after the hub's current day.
    ///
    /// A day may have no entries.
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
                findings.expect(kinds.contains(kind), "\(place): an entry has the undeclared kind “\(kind)”")
                findings.expect(
                    entry["day"]?.textValue == day.description || (isOverdue && day == today),
                    "\(place): an entry belongs to another day")
                if let time = entry["time"]?.textValue {
                    findings.expect(
                        time.wholeMatch(of: /([01]\d|2[0-3]):[0-5]\d/) != nil,
                        "\(place): the time “\(time)” is not HH:MM")
                }
            }
        }
    }
}
