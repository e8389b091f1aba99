import AtriumHTTP
import AtriumHost
import AtriumSDK

/// A command's form as it was sent: its texts, and what it showed when it was opened.
///
/// What differs is what a person said; see docs/decisions/0019-the-form-rule.md.
struct SentForm: Sendable {
    let entry: CatalogEntry
    private(set) var texts: FormTexts
    /// What each field said when the form was opened.
    private(set) var fingerprints: [String: String]
    /// The state of the record that it was opened with.
    var version: String?

    init(_ form: FormInput, of entry: CatalogEntry) {
        self.entry = entry
        texts = FormTexts(form.fields)
        version = form[FormNames.version]
        fingerprints = (form[FormNames.shown] ?? "").split(separator: " ").reduce(into: [:]) { result, pair in
            guard let equals = pair.firstIndex(of: "=") else { return }
            result[String(pair[..<equals])] = String(pair[equals...].dropFirst())
        }
        settleChoices()
    }

    private var isEdit: Bool { entry.declaration.kind == .edit }
    private var fields: [FieldDeclaration] { FormPage.fields(of: entry) }

    // MARK: - What it says

    /// What a form says that differs from what it showed.
    struct Changes: Sendable {
        var values = DataObject()
        /// The fields that were changed.
        var changed: [String] = []
        /// What is no value of its field.
        var errors: [String: String] = [:]
    }

    /// The fields that say something else than when the form was opened; what a command that is no edit began with is meant, too.
    private var changedFields: [FieldDeclaration] {
        let nothing = FormTexts()
        return fields.filter { field in
            !isEdit && field.shownAs != nil
                || texts.fingerprint(of: field.name)
                    != fingerprints[field.name] ?? nothing.fingerprint(of: field.name)
        }
    }

    /// Returns the values of the sent form; in an edit, an emptied field is null.
    ///
    /// - Parameter part: the part of a series that the form is about, or nil.
    func changes(_ context: FormContext, part: SeriesPart? = nil) -> Changes {
        let control = ControlTexts(context: context)
        let texts = ControlTexts.withDays(fields, texts)
        var changes = Changes()
        for field in changedFields {
            do {
                if let (adding, removing) = changeFields(of: field) {
                    let (added, removed) = try differences(of: field, control)
                    if !added.isEmpty { changes.values[adding] = .list(added) }
                    if !removed.isEmpty { changes.values[removing] = .list(removed) }
                } else if let value = try control.value(of: field, named: field.name, in: texts) {
                    changes.values[field.name] = isEdit ? whole(value, field) : value
                } else if isEdit {
                    changes.values[field.name] = .null
                } else {
                    continue
                }
                changes.changed.append(field.name)
            } catch let error as ControlError {
                changes.errors[error.name] = error.message
            } catch {
                changes.errors[field.name] = "this cannot be read"
            }
        }
        // One occurrence has no repetition that could end.
        if part != .occurrence { keepEnds(texts, &changes) }
        return changes
    }

    /// Where a day becomes a time or the other way, a repetition that ends on a day ends on it all the same: what stands as
    /// its end is written otherwise then (RFC 5545, section 3.3.10).
    private func keepEnds(_ texts: FormTexts, _ changes: inout Changes) {
        let isOther = fields.contains { field in
            guard changes.changed.contains(field.name), field.type == .when,
                let was = texts[field.name + FormTexts.timedSuffix]
            else { return false }
            return (was == "true") != (texts[field.name + ":time"] != nil)
        }
        guard isOther else { return }
        for field in fields where field.format == .recurrence && changes.errors[field.name] == nil {
            guard texts[field.name + FormTexts.endedSuffix] != nil,
                case .recurrence(let isList) = ControlKind(field),
                let value = try? Repetition.value(
                    named: field.name, in: texts, isList: isList, keepsEnd: false)
            else { continue }
            changes.values[field.name] = value
            if !changes.changed.contains(field.name) { changes.changed.append(field.name) }
        }
    }

    /// An object with null for what was emptied: what an edit leaves out of an object stays as it is.
    private func whole(_ value: DataValue, _ field: FieldDeclaration) -> DataValue {
        guard case .object(let parts) = field.type, case .object(var object) = value else { return value }
        for part in parts where object[part.name] == nil { object[part.name] = .null }
        return .object(object)
    }

    // MARK: - Lists of records

    /// The fields by which an edit adds to a list of records and takes from it.
    ///
    /// A record can name people of whom the vault knows nothing but the name: to give the whole list would lose them.
    private func changeFields(of field: FieldDeclaration) -> (adding: String, removing: String)? {
        guard isEdit, case .list(.reference) = field.type else { return nil }
        let changes = entry.declaration.fields.filter { $0.listThatItChanges == field.name }.map(\.name)
        guard let adding = changes.first(where: { $0.hasPrefix("add") }),
            let removing = changes.first(where: { $0.hasPrefix("remove") })
        else { return nil }
        return (adding, removing)
    }

    private func differences(
        of field: FieldDeclaration, _ control: ControlTexts
    ) throws -> (added: [DataValue], removed: [DataValue]) {
        var (added, removed): ([DataValue], [DataValue]) = ([], [])
        for row in texts.rows(of: field.name) {
            let name = "\(field.name).\(row)"
            let was = texts[name + FormTexts.wasSuffix]
            let isRemoved = texts[name + FormTexts.removeSuffix] != nil
            let now = isRemoved ? nil : texts.idInForce(of: name).map { "#\($0)" } ?? texts[name]
            guard now != was else { continue }
            if let was { removed.append(Self.reference(was)) }
            if let now { added.append(Self.reference(now)) }
        }
        return (added, removed)
    }

    private static func reference(_ text: String) -> DataValue {
        text.hasPrefix("#") ? Int64(text.dropFirst()).map(DataValue.integer) ?? .text(text) : .text(text)
    }

    // MARK: - Choices

    /// Puts the records that were chosen for names that fit several into the controls that have these names.
    private mutating func settleChoices() {
        for row in texts.rows(of: FormNames.pick) {
            let name = "\(FormNames.pick).\(row)"
            guard let words = texts["\(name).words"], let id = texts["\(name).id"],
                let field = texts["\(name).field"].map(listField)
            else { continue }
            let control = texts.controls(named: field).first { control in
                texts[control] == words && texts.idInForce(of: control) == nil
            }
            // Words that stand within another text are chosen beside what the list has.
            let chosen = control ?? beside(field)
            texts.set(chosen, words)
            texts.set(chosen + FormTexts.idSuffix, id)
            texts.set(chosen + FormTexts.nameSuffix, words)
        }
        texts.clear(FormNames.pick)
    }

    /// The field of the form that a field of the command stands in: `people` for `addPeople`.
    func listField(_ name: String) -> String {
        let field = entry.declaration.fields.first { $0.name == name }
        guard let list = field?.listThatItChanges, fields.contains(where: { $0.name == list }) else {
            return name
        }
        return list
    }

    private func beside(_ name: String) -> String {
        guard case .list? = fields.first(where: { $0.name == name })?.type else { return name }
        return "\(name).\((texts.rows(of: name).last ?? -1) + 1)"
    }

    // MARK: - What changed meanwhile

    /// Whether of some field the other's value is to stand.
    var takesTheirs: Bool { fields.contains { texts[FormNames.take + $0.name] == "theirs" } }

    /// Has the fields of which the other's value is to stand say that.
    mutating func settleContests(_ now: FormTexts) {
        for field in fields {
            let name = FormNames.take + field.name
            if texts[name] == "theirs" {
                texts.replace(field.name, from: now)
                fingerprints[field.name] = now.fingerprint(of: field.name)
            }
            texts.clear(name)
        }
    }

    /// The fields that both sides made something else of.
    func contested(_ now: FormTexts) -> [FieldDeclaration] {
        changedFields.filter { field in
            let theirs = now.fingerprint(of: field.name)
            return theirs != fingerprints[field.name] && theirs != texts.fingerprint(of: field.name)
        }
    }

    /// The same form as if it had been opened now: what was not touched says what is there, what was changed stays.
    mutating func reopen(_ now: FormTexts, version: String) {
        let changed = Set(changedFields.map(\.name))
        for field in fields {
            if !changed.contains(field.name) { texts.replace(field.name, from: now) }
            fingerprints[field.name] = now.fingerprint(of: field.name)
        }
        self.version = version
    }

    /// The same form with one more empty row of a list.
    mutating func addRow(to list: String) {
        texts.set(list + FormTexts.moreSuffix, String(texts.emptyRows(of: list) + 1))
    }
}
