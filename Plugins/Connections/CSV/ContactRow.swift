import AtriumSDK
import CSVFormat

/// Makes a person of a row of CSV: pure.
struct ContactRow {
    private let columns: ContactColumns
    private let order: CSVDateOrder?
    private let line: Int
    private var person = Person(displayName: "")
    private var uid: String?
    private var slots: [Slot] = []
    private var issues: [ImportIssue] = []
    /// The birthday, where it has a column for each of its parts.
    private var birthday: [ContactColumn.DatePart: (cell: String, column: String)] = [:]

    /// What the columns of one number, or of the same types, say about one detail or address.
    private struct Slot {
        let kind: DetailKind?
        let number: Int?
        /// What the column says that made the slot: types, label, qualifier.
        let column: ContactColumn
        /// The name of that column.
        let name: String
        var values: [String] = []
        var qualifier: String?
        var words: [String] = []
        var label: String?
        var preference: Int?
        var address = PostalAddress()

        init(_ kind: DetailKind?, _ column: CSVProfileMatch<ContactColumn>.Column, name: String) {
            self.kind = kind
            self.name = name
            number = column.number
            self.column = column.field
            qualifier = column.field.qualifier
            label = column.field.label
        }

        func isOf(_ kind: DetailKind?, _ other: CSVProfileMatch<ContactColumn>.Column) -> Bool {
            self.kind == kind && number == other.number && column.types == other.field.types
                && column.label == other.field.label && column.qualifier == other.field.qualifier
        }
    }

    /// The draft, the uid where the row has one, and what was wrong.
    ///
    /// - Throws: ``AtriumError/dateOrderNeeded(line:column:)`` where a date reads as two days and no order is given.
    static func map(
        _ row: CSVRow, _ columns: ContactColumns, order: CSVDateOrder?
    ) throws -> MappedItem<PersonDraft> {
        var mapping = ContactRow(columns: columns, order: order, line: row.line)
        for index in 0..<row.count {
            guard !row.isEmpty(at: index), let cell = row[index]?.withoutNUL, cell.nonEmpty != nil else {
                continue
            }
            try mapping.read(cell, index)
        }
        try mapping.finish()
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

    private mutating func read(_ cell: String, _ index: Int) throws {
        guard index < columns.columns.count, let column = columns.columns[index] else {
            let name = index < columns.names.count ? columns.names[index] : ""
            addCustom(name.nonEmpty ?? "Column \(index + 1)", cell)
            return
        }
        let cell = oneLine(cell, column.field, columns.names[index])
        switch column.field.meaning {
        case .nothing: break
        case .single(let single): try set(single, cell, columns.names[index])
        case .birthday(let part): birthday[part] = birthday[part] ?? (cell, columns.names[index])
        case .tags(let separator):
            let tags = cell.split(separator: separator.rawValue).map { tag in
                separator == .colons && tag.hasPrefix("* ") ? String(tag.dropFirst(2)) : String(tag)
            }
            person.tags = Tags.canonical(person.tags + tags)
        case .detail(let kind, let part):
            let slot = slotIndex(kind, column, columns.names[index])
            set(part, cell, of: slot)
        case .address(let part):
            let slot = slotIndex(nil, column, columns.names[index])
            if let path = part.path {
                let old = slots[slot].address[keyPath: path]
                slots[slot].address[keyPath: path] = old.map { $0 + ", " + cell } ?? cell
            } else {
                set(ContactColumn.DetailPart(rawValue: part.rawValue) ?? .word, cell, of: slot)
            }
        }
    }

    /// A cell without the line breaks that commands refuse in its value; our own files have what the vault has.
    private mutating func oneLine(_ cell: String, _ column: ContactColumn, _ name: String) -> String {
        guard columns.isForeign, !column.meaning.isLong, cell.contains(where: \.isNewline) else {
            return cell
        }
        note(name, "line-break", "The value must be a single line: its line breaks became spaces.")
        return cell.split(whereSeparator: \.isNewline).map(\.trimmed).joined(separator: " ")
    }

    private mutating func slotIndex(
        _ kind: DetailKind?, _ column: CSVProfileMatch<ContactColumn>.Column, _ name: String
    ) -> Int {
        if let index = slots.firstIndex(where: { $0.isOf(kind, column) }) { return index }
        slots.append(Slot(kind, column, name: name))
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

    private mutating func set(_ single: SingleColumn, _ cell: String, _ column: String) throws {
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
        case .cadenceDays:
            person.cadence = Cadence(cell.trimmed)
            if person.cadence == nil {
                note(column, "bad-cadence", "The cell is not a number of days from 1 to 3660.")
            }
        case .birthday, .anniversary, .metDate:
            guard let path = single.path, let date = try date(cell, column) else { return }
            person[keyPath: path] = date
        default:
            guard let path = single.path else { return }
            person[keyPath: path] = person[keyPath: path].map { $0 + " " + cell } ?? cell
        }
    }

    /// The date that a cell holds, or its text where it is none or may be two; nil where it says that there is none.
    private mutating func date(_ cell: String, _ column: String) throws -> String? {
        guard columns.isForeign else { return cell }
        // What Outlook writes for no date.
        if ["0/0/00", "0/0/0000", "00/00/00"].contains(cell) { return nil }
        if let date = DateText.canonical(cell.trimmed) { return date }
        do throws(CSVDateProblem) {
            return try CSVDate.parse(cell, order: order).description
        } catch {
            let code =
                switch error {
                case .ambiguousOrder: throw AtriumError.dateOrderNeeded(line: line, column: column)
                case .twoDigitYear: "two-digit-year"
                case .notADate, .noSuchDay: "bad-date"
                }
            note(column, code, error.message + " It was imported as text.")
            return cell
        }
    }

    private mutating func note(_ column: String, _ code: String, _ message: String) {
        issues.append(ImportIssue(line: line, property: column, code: code, message: message))
    }

    /// Joins the parts of the birthday: a date, a date without a year, a year; or their text where there is no such day.
    private mutating func joinBirthday() {
        guard person.birthday == nil, !birthday.isEmpty else { return }
        let parts = [ContactColumn.DatePart.year, .month, .day].map { birthday[$0]?.cell.trimmed ?? "" }
        let numbers = parts.map { Int($0) }
        if let month = numbers[1], let day = numbers[2], parts[0].isEmpty == (numbers[0] == nil),
            let date = CSVDate(year: numbers[0], month: month, day: day)
        {
            person.birthday = date.description
        } else if parts[1].isEmpty, parts[2].isEmpty, let year = DateText.canonical(parts[0]) {
            person.birthday = year
        } else {
            person.birthday = parts.filter { !$0.isEmpty }.joined(separator: "-")
            note(
                birthday.min { $0.key.rawValue < $1.key.rawValue }?.value.column ?? "", "bad-date",
                "This day does not exist. It was imported as text.")
        }
    }

    private mutating func addCustom(_ name: String, _ value: String) {
        let isPrefixed = columns.profile == "atrium-contacts" && name.hasPrefix(ContactProfiles.fieldPrefix)
        let name = isPrefixed ? String(name.dropFirst(ContactProfiles.fieldPrefix.count)) : name
        person.details.append(Detail(.custom, value, qualifier: name))
    }

    // MARK: The whole

    private mutating func finish() throws {
        for slot in slots { try append(slot) }
        joinBirthday()
        person.details = Detail.inOrder(person.details)
        person.normaliseDates()
        if person.displayName.isEmpty {
            person.displayName = person.derivedDisplayName
            person.isNameDerived = true
        }
    }

    private mutating func append(_ slot: Slot) throws {
        let types = TypeNames.clean(slot.column.types + slot.words)
        let preference = slot.preference ?? (slot.column.types.contains("pref") ? 1 : nil)
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
            note(
                column, "no-value",
                "There is a label or a type but no value; it is kept in the original text."
            )
        }
        for value in values {
            if kind == .geo, GeoText.position(value) == nil {
                note(
                    slot.name, "bad-position",
                    "The cell is not a latitude and a longitude. It was imported as a custom field.")
                addCustom(slot.name, value)
                continue
            }
            var detail = Detail(
                kind, value, qualifier: slot.qualifier, label: slot.label, types: types,
                preference: preference)
            if columns.isForeign { try normalise(&detail) }
            person.details.append(detail)
        }
    }

    /// Brings what other programs write to the form that the module keeps.
    private mutating func normalise(_ detail: inout Detail) throws {
        switch detail.kind {
        case .custom: detail.qualifier = detail.qualifier ?? "Custom field"
        case .date: detail.value = try date(detail.value, "Event") ?? detail.value
        default: detail.normalise()
        }
    }
}

extension String {
    /// The text without NUL, at which SQLite's texts end.
    fileprivate var withoutNUL: String {
        utf8.contains(0) ? String(decoding: utf8.filter { $0 != 0 }, as: UTF8.self) : self
    }

    /// The parts between the separators, without empty ones.
    fileprivate func components(apart separator: String) -> [String] {
        split(separator: separator).map(String.init)
    }
}
