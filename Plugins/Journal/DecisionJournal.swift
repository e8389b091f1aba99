import AtriumSDK
import ContentLine
import ICalendarExchange
import ICalendarFormat

/// The mapping between VJOURNAL and decisions, both ways.
///
/// Pure. What iCalendar has no property for stands in properties of our own; `X-ATRIUM-DECISION` marks a VJOURNAL as a
/// decision, and is how an import knows it from an entry of a diary.
enum DecisionJournal {
    /// The property that marks a VJOURNAL as a decision.
    static var mark: String { Own.mark.rawValue }

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

        /// What a review is made of.
        static let review: [Own] = [.reviewed, .outcome, .cameOut, .lessons, .rating]

        /// What says something only beside other properties: a review does so of what is decided.
        static let dependent: [Own] = [.sealed, .addendum] + review

        /// Under which name stands what would say another thing than it did beside what was edited.
        var keptName: String { "X-ATRIUM-KEPT-" + rawValue.dropFirst("X-ATRIUM-".count) }

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
            throw AtriumError(.internal, "the importer of decisions expected a VJOURNAL")
        }
        var issues: [ImportIssue] = []
        guard let decision = readDecision(journal, component.component, &issues) else {
            throw AtriumError(.badData, "the decision has no summary")
        }
        var draft = DecisionDraft(decision)
        issues += draft.left.map { issue(of: $0, component.component) }
        draft.createdAt = journal.created?.description
        draft.updatedAt = journal.lastModified?.description
        let part = component.component.property("RECURRENCE-ID")?.text() ?? ""
        return MappedItem(draft: draft, uid: component.uid, part: part, issues: issues)
    }

    /// What the report says of what is left to the file, by the property that says it there.
    private static func issue(of left: DecisionDraft.Left, _ component: Component) -> ImportIssue {
        var issue = left.issue
        let properties: [Own] =
            switch left {
            case .seal: [.sealed]
            case .addendaOfOpen, .earlyAddenda: [.addendum]
            case .reviewOfOpen, .earlyReview, .review: Own.review
            }
        let line = properties.lazy.compactMap { component.property($0.rawValue) }.first
        issue.line = line?.lineNumber ?? 0
        issue.property = line?.name
        return issue
    }

    /// What an import made of the VJOURNAL that a decision came from; the source keeps the rest.
    private static func origin(
        of here: Decision, _ journal: CalendarJournal, _ component: Component
    ) -> Decision {
        var issues: [ImportIssue] = []
        return readDecision(journal, component, &issues).map { DecisionDraft($0).origin(of: here) }
            ?? Decision(title: "")
    }

    /// What a VJOURNAL says; nil where it has no SUMMARY.
    private static func readDecision(
        _ journal: CalendarJournal, _ component: Component, _ issues: inout [ImportIssue]
    ) -> Decision? {
        guard let title = journal.summary.flatMap(JournalText.line) else { return nil }
        var own = OwnProperties(component: component)
        var decision = Decision(title: title)
        decision.context = journal.joinedDescriptions
        decision.options = own.lines(.option)
        decision.chosen = own.line(.chosen)
        decision.models = own.lines(.model)
        decision.expected = own.body(.expected)
        decision.confidence = own.number(.confidence, 0...100)
        decision.reviewOn = own.value(
            .reviewOn, "The value is not a date such as 2026-03-01.", LocalDate.init(iso:))
        decision.tags = Words.distinctTags(journal.categories)
        decision.sealedAt = own.instant(.sealed)
        decision.addenda = own.addenda()
        decision.review = own.review()
        issues += own.issues
        return decision
    }

    /// Reads the properties of our own; what cannot be read of one stands in ``issues``.
    private struct OwnProperties {
        let component: Component
        private(set) var issues: [ImportIssue] = []

        init(component: Component) { self.component = component }

        /// A property of one line.
        func line(_ own: Own) -> String? {
            component.property(own.rawValue).flatMap { JournalText.line($0.text()) }
        }

        /// A property of any number of lines.
        func body(_ own: Own) -> String? {
            component.property(own.rawValue).flatMap { JournalText.body($0.text()) }
        }

        /// The lines of all properties of a name.
        func lines(_ own: Own) -> [String] {
            JournalText.lines(component.properties(own.rawValue).map { $0.text() })
        }

        /// A property's value; nil too where it cannot be read.
        mutating func value<Value>(_ own: Own, _ message: String, _ parse: (String) -> Value?) -> Value? {
            guard let word = line(own) else { return nil }
            if let value = parse(word) { return value }
            note(own, at: component.property(own.rawValue), message)
            return nil
        }

        mutating func instant(_ own: Own) -> String? {
            value(own, "The value is not an instant such as 2026-03-01T19:30:00Z.") {
                Timestamp.date($0).map(Timestamp.text)
            }
        }

        mutating func number(_ own: Own, _ bounds: ClosedRange<Int>) -> Int? {
            value(own, "The value is not a number from \(bounds.lowerBound) to \(bounds.upperBound).") {
                Int($0).flatMap { bounds.contains($0) ? $0 : nil }
            }
        }

        mutating func addenda() -> [Addendum] {
            var addenda: [Addendum] = []
            for line in component.properties(Own.addendum.rawValue) {
                if let addendum = Self.addendum(line) {
                    addenda.append(addendum)
                } else {
                    note(.addendum, at: line, "The addition has no time or no text.")
                }
            }
            return addenda.sorted { $0.addedAt < $1.addedAt }
        }

        /// The addendum of a line; nil where it has no time, or says nothing.
        static func addendum(_ line: ContentLine) -> Addendum? {
            guard let at = line.parameter("X-ADDED").flatMap(Timestamp.date),
                let text = JournalText.body(line.text())
            else { return nil }
            return Addendum(addedAt: Timestamp.text(at), text: text)
        }

        /// A review, where anything is said of it; one without a time is as old as the decision, see `DecisionDraft`.
        mutating func review() -> Review? {
            guard Own.review.contains(where: { line($0) != nil }) else { return nil }
            var review = Review(reviewedAt: instant(.reviewed) ?? "", outcome: body(.outcome))
            review.cameOut = value(.cameOut, "The value is not yes, partly or no.") {
                Review.CameOut(rawValue: $0.lowercased())
            }
            review.lessons = body(.lessons)
            review.rating = number(.rating, 1...5)
            return review
        }

        private mutating func note(_ own: Own, at line: ContentLine?, _ message: String) {
            issues.append(
                ImportIssue(
                    line: line?.lineNumber ?? 0, property: own.rawValue, code: "bad-value", message: message))
        }
    }

    // MARK: - Out

    /// The component of a decision that no file of iCalendar brought; it stands on the day on which it was noted.
    static func component(of stored: StoredDecision) -> Component {
        let created = Instant(stored: stored.createdAt)
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
        var new = CalendarJournal(component, version: version, localZone: localZone, issues: &contentIssues)
        let decision = stored.decision
        let origin = origin(of: decision, new, component)
        guard origin != decision else { return nil }
        merge(decision, since: origin, into: &new)
        var patched = new.patch(
            component, version: version, localZone: localZone, uid: stored.uid, updatedAt: stored.updatedAt)
        for own in Own.allCases {
            let lines = own.lines(of: decision)
            if lines != own.lines(of: origin) {
                write(own, of: decision, since: origin, to: &patched.component)
            }
        }
        // What meant nothing in the component that came, a seal without an expectation, may mean something beside the edit.
        if self.origin(of: decision, new, patched.component) != decision {
            for own in Own.dependent { write(own, of: decision, since: origin, to: &patched.component) }
        }
        return patched
    }

    /// Writes the lines of a property, and keeps under another name what stood there and did not come to stand here.
    private static func write(
        _ own: Own, of decision: Decision, since origin: Decision, to component: inout Component
    ) {
        let lines = own.lines(of: decision)
        let left = component.properties(own.rawValue).filter { line in
            switch own {
            case .sealed: origin.sealedAt == nil
            case .addendum:
                OwnProperties.addendum(line).map {
                    !origin.addenda.contains($0) && !decision.addenda.contains($0)
                }
                    ?? true
            case .reviewed, .outcome, .cameOut, .lessons, .rating: origin.review == nil
            case .mark, .option, .chosen, .model, .expected, .confidence, .reviewOn: false
            }
        }
        let kept = left.filter { line in own == .addendum || !lines.contains { $0.text() == line.text() } }
        component.replace(own.rawValue, by: lines)
        for line in kept {
            var line = line
            line.name = own.keptName
            component.properties.append(line)
        }
    }

    /// Writes what differs from what an import makes of a component.
    private static func merge(_ decision: Decision, since old: Decision, into journal: inout CalendarJournal)
    {
        if old.title != decision.title { journal.summary = decision.title }
        if old.context != decision.context { journal.joinedDescriptions = decision.context }
        if old.tags != decision.tags {
            journal.categories = Words.categories(
                journal.categories, imported: old.tags, tags: decision.tags)
        }
        if (old.sealedAt == nil) != (decision.sealedAt == nil) {
            journal.status = decision.sealedAt == nil ? .draft : .final
        }
    }
}
