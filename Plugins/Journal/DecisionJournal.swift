import AtriumSDK
import ContentLine
import ICalendarExchange
import ICalendarFormat

/// The mapping between VJOURNAL and decisions, both ways.
///
/// Pure. What iCalendar has no property for stands in properties of our own; `X-ATRIUM-DECISION` marks a VJOURNAL as a
/// decision, and is how an import knows it from an entry of a diary.
enum DecisionJournal {
    /// A property of our own.
    private enum Own: String, CaseIterable {
        case mark = "X-ATRIUM-DECISION"
        case option = "X-ATRIUM-OPTION"
        case chosen = "X-ATRIUM-CHOSEN"
        case model = "X-ATRIUM-MODEL"
        case expected = "X-ATRIUM-EXPECTED"
        case confidence = "X-ATRIUM-CONFIDENCE"
        case reviewOn = "X-ATRIUM-REVIEW-ON"
        case sealed = "X-ATRIUM-SEALED"
        /// `X-ATRIUM-ADDENDUM;X-ADDED=2026-03-01T19:30:00Z:text`.
        case addendum = "X-ATRIUM-ADDENDUM"
        case reviewed = "X-ATRIUM-REVIEWED"
        case outcome = "X-ATRIUM-OUTCOME"
        case cameOut = "X-ATRIUM-CAME-OUT"
        case lessons = "X-ATRIUM-LESSONS"
        case rating = "X-ATRIUM-RATING"

        /// The lines that say the property of a decision.
        func lines(of decision: Decision) -> [ContentLine] {
            func text(_ text: String?) -> [ContentLine] {
                text.map { [ContentLine(name: rawValue, value: TextValue.escape($0))] } ?? []
            }
            switch self {
            case .mark: return text("")
            case .option: return decision.options.flatMap(text)
            case .chosen: return text(decision.chosen)
            case .model: return decision.models.flatMap(text)
            case .expected: return text(decision.expected)
            case .confidence: return text(decision.confidence.map(String.init))
            case .reviewOn: return text(decision.reviewOn?.description)
            case .sealed: return text(decision.sealedAt)
            case .addendum:
                return decision.addenda.map {
                    ContentLine(
                        name: rawValue, parameters: [Parameter("X-ADDED", $0.addedAt)],
                        value: TextValue.escape($0.text))
                }
            case .reviewed: return text(decision.review?.reviewedAt)
            case .outcome: return text(decision.review?.outcome)
            case .cameOut: return text(decision.review?.cameOut?.rawValue)
            case .lessons: return text(decision.review?.lessons)
            case .rating: return text(decision.review?.rating.map(String.init))
            }
        }
    }

    // MARK: - In

    /// The draft of a VJOURNAL, and by what it is known again.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where it has no SUMMARY: nothing is left to call it by.
    static func map(_ component: CalendarComponent) throws -> MappedItem<DecisionDraft> {
        guard let journal = component.journal else {
            throw AtriumError(.internal, "a component that is no VJOURNAL reached the decisions")
        }
        var issues: [ImportIssue] = []
        guard let decision = normalized(journal, component.component, &issues) else {
            throw AtriumError(.badData, "the decision has no summary")
        }
        var draft = DecisionDraft(decision)
        draft.createdAt = journal.created?.description
        draft.updatedAt = journal.lastModified?.description
        let part = component.component.property("RECURRENCE-ID")?.text() ?? ""
        return MappedItem(draft: draft, uid: component.uid, part: part, issues: issues)
    }

    /// What a VJOURNAL says, as far as the tables hold it; the source keeps the rest.
    private static func normalized(
        _ journal: CalendarJournal, _ component: Component, _ issues: inout [ImportIssue]
    ) -> Decision? {
        guard let title = journal.summary.flatMap(JournalText.line) else { return nil }
        func word(_ own: Own) -> String? {
            component.property(own.rawValue).flatMap { JournalText.line($0.text()) }
        }
        func body(_ own: Own) -> String? {
            component.property(own.rawValue).flatMap { JournalText.body($0.text()) }
        }
        func read<Value>(_ own: Own, _ message: String, _ parse: (String) -> Value?) -> Value? {
            guard let word = word(own) else { return nil }
            if let value = parse(word) { return value }
            issues.append(
                ImportIssue(
                    line: component.property(own.rawValue)?.lineNumber ?? 0, property: own.rawValue,
                    code: "bad-value", message: message))
            return nil
        }
        func instant(_ own: Own) -> String? {
            read(own, "The time is no instant such as 2026-03-01T19:30:00Z.") {
                AtriumSDK.Instant.date($0).map(AtriumSDK.Instant.text)
            }
        }
        func number(_ own: Own, _ bounds: ClosedRange<Int>) -> Int? {
            read(own, "The value is no number from \(bounds.lowerBound) to \(bounds.upperBound).") {
                Int($0).flatMap { bounds.contains($0) ? $0 : nil }
            }
        }
        var decision = Decision(title: title)
        decision.context = journal.joinedDescriptions
        decision.options = JournalText.lines(component.properties(Own.option.rawValue).map { $0.text() })
        decision.chosen = word(.chosen)
        decision.models = JournalText.lines(component.properties(Own.model.rawValue).map { $0.text() })
        decision.expected = body(.expected)
        decision.confidence = number(.confidence, 0...100)
        decision.reviewOn = read(.reviewOn, "The day is no date such as 2026-03-01.", LocalDate.init(iso:))
        decision.tags = StoredText.distinctTags(journal.categories)
        decision.sealedAt = instant(.sealed)
        let reviewedAt = instant(.reviewed)
        guard decision.sealedAt != nil else { return decision }
        for line in component.properties(Own.addendum.rawValue) {
            guard let at = line.parameter("X-ADDED").flatMap(AtriumSDK.Instant.date),
                let text = JournalText.body(line.text())
            else {
                issues.append(
                    ImportIssue(
                        line: line.lineNumber, property: Own.addendum.rawValue, code: "bad-value",
                        message: "The addendum has no time, or says nothing."))
                continue
            }
            decision.addenda.append(Addendum(addedAt: AtriumSDK.Instant.text(at), text: text))
        }
        decision.addenda.sort { $0.addedAt < $1.addedAt }
        if let reviewedAt {
            decision.review = Review(
                reviewedAt: reviewedAt, outcome: body(.outcome),
                cameOut: read(.cameOut, "The value is none of yes, partly and no.") {
                    Review.CameOut(rawValue: $0.lowercased())
                }, lessons: body(.lessons), rating: number(.rating, 1...5))
        }
        return decision
    }

    // MARK: - Out

    /// The component of a decision that no file of iCalendar brought; it stands on the day on which it was noted.
    static func component(of stored: StoredDecision) -> Component {
        let created = ICalendarFormat.Instant(stored: stored.createdAt)
        var journal = CalendarJournal(uid: stored.uid, start: created.map { .date($0.utc.date) })
        journal.status = .draft
        merge(stored.decision, since: Decision(title: ""), into: &journal)
        var component = journal.component(createdAt: stored.createdAt, updatedAt: stored.updatedAt)
        for own in Own.allCases { component.replace(own.rawValue, by: own.lines(of: stored.decision)) }
        return component
    }

    /// The component that a file brought, with just the differences between what it says and the decision.
    ///
    /// - Parameter localZone: the TZID of its times without a zone; see `CalendarContainer`.
    /// - Returns: the component with what the change cost; nil where there is no difference, so that the source can be
    ///   given back byte for byte.
    static func patched(
        _ component: Component, version: CalendarVersion, localZone: String? = nil, to stored: StoredDecision
    ) -> PatchedComponent? {
        var contentIssues: [ContentIssue] = []
        var issues: [ImportIssue] = []
        var new = CalendarJournal(component, version: version, localZone: localZone, issues: &contentIssues)
        let imported = normalized(new, component, &issues) ?? Decision(title: "")
        guard imported != stored.decision else { return nil }
        merge(stored.decision, since: imported, into: &new)
        var patched = new.patch(
            component, version: version, localZone: localZone, uid: stored.uid, updatedAt: stored.updatedAt)
        for own in Own.allCases {
            let lines = own.lines(of: stored.decision)
            if lines != own.lines(of: imported) { patched.component.replace(own.rawValue, by: lines) }
        }
        return patched
    }

    /// Writes what differs from what an import makes of a component.
    private static func merge(_ decision: Decision, since old: Decision, into journal: inout CalendarJournal)
    {
        if old.title != decision.title { journal.summary = decision.title }
        if old.context != decision.context { journal.joinedDescriptions = decision.context }
        if old.tags != decision.tags {
            journal.categories = StoredText.categories(
                journal.categories, imported: old.tags, tags: decision.tags)
        }
        if (old.sealedAt == nil) != (decision.sealedAt == nil) {
            journal.status = decision.sealedAt == nil ? .draft : .final
        }
    }
}
