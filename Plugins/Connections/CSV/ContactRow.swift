import AtriumSDK
import CSVFormat

/// What the columns of one file mean: found once for a header, used for each of its rows.
struct ContactColumns: Sendable {
    /// The name for the report: `google-contacts`, or `mapped` where only the user's own mapping holds.
    let profile: String
    /// The meaning of each column, with the number in its name; nil for those that become custom fields.
    let columns: [CSVProfileMatch<ContactColumn>.Column?]
    /// The names of the columns.
    let names: [String]
    /// Whether dates are read; Atrium's own are taken as they stand.
    let readsDates: Bool
    /// Whether a cell may hold several values with ` ::: ` between them.
    let splitsAtColons: Bool

    /// Finds the meaning of a header's columns, or nil where the header is not known and nothing is mapped.
    init?(_ header: CSVHeader, mapped: [(column: String, field: String)]) {
        let known = ContactProfiles.best(for: header)
        guard known != nil || !mapped.isEmpty else { return nil }
        var columns =
            known?.profile.match(header).columns
            ?? Array(repeating: nil, count: header.count)
        for (column, field) in mapped {
            guard let meaning = MappedField.all.first(where: { $0.declaration.name == field })?.meaning else {
                return nil
            }
            for index in header.indices(of: column) {
                // Each mapped e-mail is an e-mail of its own; the parts of an address are parts of one, as are an
                // organization and its unit.
                var number = 0
                if case .detail(let kind, .value) = meaning, kind != .organization { number = 1000 + index }
                columns[index] = .init(field: ContactColumn(meaning: meaning), number: number)
            }
        }
        self.columns = columns
        profile = known?.profile.name ?? "mapped"
        names = header.names
        readsDates = known?.readsDates ?? true
        splitsAtColons = known?.splitsAtColons ?? false
    }

    /// The names of the columns that become custom fields.
    var unmapped: [String] {
        zip(names, columns).filter { $1 == nil && !$0.allSatisfy(\.isWhitespace) }.map(\.0)
    }
}

/// The fields that `--map COLUMN=FIELD` may name.
struct MappedField: Sendable {
    /// The field's name and help.
    let declaration: FieldDeclaration
    /// What a column that is mapped to it means.
    let meaning: ContactColumn.Meaning

    private init(_ name: String, _ help: String, _ meaning: ContactColumn.Meaning) {
        declaration = FieldDeclaration(name, .text, help: help)
        self.meaning = meaning
    }

    /// All of them.
    static let all: [MappedField] =
        SingleColumn.allCases.map { MappedField($0.rawValue, singleHelp($0), .single($0)) }
        + DetailKind.allCases.filter { $0 != .custom }.map { kind in
            let declaration = kind.declaration
            return MappedField(
                PersonFields.camelCase(declaration.option), declaration.help, .detail(kind, .value))
        } + [
            MappedField("unit", "The unit of the organization.", .detail(.organization, .qualifier)),
            MappedField("tags", "Tags with semicolons between them.", .tags(separator: .semicolon)),
        ]
        + PersonFields.addressFields.compactMap { field in
            guard let part = ContactColumn.AddressPart(rawValue: field.name), part.path != nil else {
                return nil
            }
            return MappedField(field.name, "Of the address: " + field.help, .address(part))
        }

    private static func singleHelp(_ column: SingleColumn) -> String {
        switch column {
        case .uid: "What the record is known by when the file is imported again."
        case .name: "The name to show."
        default: PersonFields.add.first { $0.name == column.rawValue }?.help ?? column.rawValue
        }
    }
}

/// Makes a person of a row of CSV: pure.
struct ContactRow {
    private let columns: ContactColumns
    private let order: CSVDateOrder?
    private let line: Int
    private var person = Person(displayName: "")
    private var uid: String?
    private var slots: [Slot] = []
    private var issues: [ImportIssue] = []

    /// What the columns of one number, or of the same types, say about one detail or address.
    private struct Slot {
        var kind: DetailKind?
        var number: Int?
        var types: [String]
        var values: [String] = []
        var qualifier: String?
        var words: [String] = []
        var label: String?
        var preference: Int?
        var address = PostalAddress()
    }

    /// The draft, the uid where the row has one, and what was wrong.
    static func map(_ row: CSVRow, _ columns: ContactColumns, order: CSVDateOrder?) -> MappedItem<PersonDraft>
    {
        var mapping = ContactRow(columns: columns, order: order, line: row.line)
        for index in 0..<row.count {
            guard !row.isEmpty(at: index), let cell = row[index], cell.nonEmpty != nil else { continue }
            mapping.read(cell, index)
        }
        mapping.finish()
        return MappedItem(
            draft: PersonDraft(person: mapping.person, saysPhoto: false), uid: mapping.uid,
            issues: mapping.issues)
    }

    private init(columns: ContactColumns, order: CSVDateOrder?, line: Int) {
        self.columns = columns
        self.order = order
        self.line = line
    }

    // MARK: Cells

    private mutating func read(_ cell: String, _ index: Int) {
        guard index < columns.columns.count, let column = columns.columns[index] else {
            let name = index < columns.names.count ? columns.names[index] : ""
            addCustom(name.nonEmpty ?? "Column \(index + 1)", cell)
            return
        }
        switch column.field.meaning {
        case .nothing: break
        case .single(let single): set(single, cell, columns.names[index])
        case .tags(let separator):
            let tags = cell.split(separator: separator.rawValue).map { tag in
                separator == .colons && tag.hasPrefix("* ") ? String(tag.dropFirst(2)) : String(tag)
            }
            person.tags = Tags.canonical(person.tags + tags)
        case .detail(let kind, let part):
            let slot = slotIndex(kind, column)
            set(part, cell, of: slot)
        case .address(let part):
            let slot = slotIndex(nil, column)
            if let path = part.path {
                let old = slots[slot].address[keyPath: path]
                slots[slot].address[keyPath: path] = old.map { $0 + ", " + cell } ?? cell
            } else {
                set(ContactColumn.DetailPart(rawValue: part.rawValue) ?? .word, cell, of: slot)
            }
        }
    }

    private mutating func slotIndex(_ kind: DetailKind?, _ column: CSVProfileMatch<ContactColumn>.Column)
        -> Int
    {
        let types = column.field.types
        if let index = slots.firstIndex(where: {
            $0.kind == kind && $0.number == column.number && $0.types == types
        }) {
            return index
        }
        slots.append(Slot(kind: kind, number: column.number, types: types))
        return slots.count - 1
    }

    private mutating func set(_ part: ContactColumn.DetailPart, _ cell: String, of slot: Int) {
        switch part {
        case .value: slots[slot].values += columns.splitsAtColons ? cell.components(apart: " ::: ") : [cell]
        case .qualifier: slots[slot].qualifier = slots[slot].qualifier.map { $0 + "\n" + cell } ?? cell
        case .types: slots[slot].words += cell.split(separator: ",").map(String.init)
        case .label: slots[slot].label = cell
        case .preference: slots[slot].preference = Int(cell).flatMap { (1...100).contains($0) ? $0 : nil }
        case .word:
            var word = cell[...]
            if word.hasPrefix("* ") {
                word = word.dropFirst(2)
                slots[slot].preference = 1
            }
            if let types = Self.types(of: word) {
                slots[slot].words += types
            } else {
                slots[slot].label = String(word)
            }
        }
    }

    /// The types that a program's word stands for, in English; nil where it is the user's own label.
    private static func types(of word: Substring) -> [String]? {
        switch word.lowercased() {
        case "home": ["home"]
        case "work": ["work"]
        case "mobile": ["cell"]
        case "home fax": ["home", "fax"]
        case "work fax": ["work", "fax"]
        case "pager": ["pager"]
        case "other", "": []
        case "spouse", "child", "parent", "sibling", "friend", "colleague": [word.lowercased()]
        default: nil
        }
    }

    private mutating func set(_ single: SingleColumn, _ cell: String, _ column: String) {
        switch single {
        case .uid: uid = uid ?? cell
        case .name: person.displayName = person.displayName.isEmpty ? cell : person.displayName + " " + cell
        case .gender:
            let word = cell.lowercased()
            if let sex = Sex(rawValue: word) ?? Sex(letter: cell) {
                person.gender = sex
            } else if word == "unspecified" {
                person.gender = .unknown
            } else {
                person.genderText = cell
            }
        case .birthday, .anniversary, .metDate:
            guard let path = single.path, let date = date(cell, column) else { return }
            person[keyPath: path] = date
        default:
            guard let path = single.path else { return }
            person[keyPath: path] = person[keyPath: path].map { $0 + " " + cell } ?? cell
        }
    }

    /// The date that a cell holds, or its text where it is none or may be two; nil where it says that there is none.
    private mutating func date(_ cell: String, _ column: String) -> String? {
        guard columns.readsDates else { return cell }
        // What Outlook writes for no date.
        if ["0/0/00", "0/0/0000", "00/00/00"].contains(cell) { return nil }
        if let date = DateText.canonical(cell.trimmed) { return date }
        do throws(CSVDateProblem) {
            return try CSVDate.parse(cell, order: order).description
        } catch {
            let code =
                switch error {
                case .ambiguousOrder, .twoDigitYear: "ambiguous-date"
                case .notADate, .noSuchDay: "bad-date"
                }
            issues.append(
                ImportIssue(
                    line: line, property: column, code: code,
                    message: error.message + " It was kept as text."))
            return cell
        }
    }

    private mutating func addCustom(_ name: String, _ value: String) {
        let isPrefixed = columns.profile == "atrium-contacts" && name.hasPrefix(ContactProfiles.fieldPrefix)
        let name = isPrefixed ? String(name.dropFirst(ContactProfiles.fieldPrefix.count)) : name
        person.details.append(Detail(.custom, value, qualifier: name))
    }

    // MARK: The whole

    private mutating func finish() {
        for slot in slots { append(slot) }
        person.details = Detail.inOrder(person.details)
        person.normaliseDates()
        if person.displayName.isEmpty {
            person.displayName = person.derivedDisplayName
            person.isNameDerived = true
        }
    }

    private mutating func append(_ slot: Slot) {
        let types = TypeNames.clean(slot.types + slot.words)
        let preference = slot.preference ?? (slot.types.contains("pref") ? 1 : nil)
        guard let kind = slot.kind else {
            var address = slot.address
            (address.types, address.label, address.preference) = (types, slot.label, preference)
            if !address.isEmpty { person.addresses.append(address) }
            return
        }
        var values = slot.values
        if values.isEmpty, kind == .organization, slot.qualifier != nil { values = [""] }
        if values.isEmpty, slot.qualifier != nil || slot.label != nil {
            let column = slot.number.map { "\(kind.declaration.noun) \($0)" } ?? kind.declaration.noun
            issues.append(
                ImportIssue(
                    line: line, property: column, code: "no-value",
                    message: "There is a label or a type, but no value; it is kept in the source only."))
        }
        for value in values {
            var detail = Detail(
                kind, value, qualifier: slot.qualifier, label: slot.label, types: types,
                preference: preference)
            if columns.readsDates { normalise(&detail) }
            person.details.append(detail)
        }
    }

    /// Brings what other programs write to the form that the module keeps.
    private mutating func normalise(_ detail: inout Detail) {
        switch detail.kind {
        case .custom: detail.qualifier = detail.qualifier ?? "Custom field"
        case .date: detail.value = date(detail.value, "Event") ?? detail.value
        default: detail.normalise()
        }
    }
}

extension String {
    /// The parts between the separators, without empty ones.
    fileprivate func components(apart separator: String) -> [String] {
        split(separator: separator).map(String.init)
    }
}
