import ContentLine

/// Values that are written differently in each version.
extension ConversionRules {
    // MARK: Dates and times

    /// `--0203` and `19850412` in 4.0; `1604-02-03` with Apple's parameter and `1985-04-12` in 3.0.
    mutating func convertDate(_ parts: inout LineParts) {
        guard case .raw(let text) = parts.value, var date = PartialDate(text) else { return }
        let omitted = parts.parameter("X-APPLE-OMIT-YEAR").flatMap { Int($0) }
        if let year = date.year, year == omitted ?? 1604 { date.year = nil }
        date.time = date.time.map { Self.time($0, isExtended: target == .v3) }
        if target < .v4, date.day == nil || date.month == nil {
            lose(
                parts.form?.name ?? "BDAY",
                .value("dates without a day or a month are kept unchanged"))
        }
        let draft = DateValue.date(date).draft(
            name: parts.name, WriteContext(version: target, previous: nil))
        parts.parameters.removeAll { $0.isNamed("X-APPLE-OMIT-YEAR") }
        parts.parameters += draft.parameters
        parts.value = .raw(draft.value)
    }

    /// `20080424T195243Z`, in 3.0 `2008-04-24T19:52:43Z`.
    mutating func convertTimestamp(_ parts: inout LineParts) {
        guard case .raw(let text) = parts.value, var date = PartialDate(text), date.day != nil,
            date.year != nil
        else { return }
        date.time = date.time.map { Self.time($0, isExtended: target == .v3) }
        parts.value = .raw(target == .v3 ? date.extended : date.basic)
    }

    /// A time of day with its offset, with or without colons; what is no such thing stays.
    static func time(_ text: String, isExtended: Bool) -> String {
        let bytes = Array(text.utf8)
        let end = bytes.firstIndex { !(0x30...0x3A ~= $0) } ?? bytes.count
        let clock = bytes[..<end].filter { $0 != 0x3A }
        var rest = Array(bytes[end...])
        var fraction: [UInt8] = []
        if let mark = rest.first, mark == 0x2E || mark == 0x2C {
            fraction = Array(rest.prefix(1) + rest.dropFirst().prefix { 0x30...0x39 ~= $0 })
            rest = Array(rest.dropFirst(fraction.count))
        }
        let offset = rest.filter { $0 != 0x3A }
        let isOffset = offset.count == 5 && (offset[0] == 0x2B || offset[0] == 0x2D)
        guard [4, 6].contains(clock.count) else { return text }
        func pairs(_ digits: ArraySlice<UInt8>) -> [UInt8] {
            guard isExtended else { return Array(digits) }
            return digits.enumerated().flatMap { index, digit in
                index > 0 && index % 2 == 0 ? [0x3A, digit] : [digit]
            }
        }
        let tail = isOffset ? [offset[0]] + pairs(offset[1...]) : rest
        return String(decoding: pairs(clock[...]) + fraction + tail, as: UTF8.self)
    }

    // MARK: Bytes

    /// The media type stands in the `data:` URI or in MEDIATYPE with 4.0, in TYPE before.
    mutating func convertMedia(_ parts: inout LineParts) {
        if target == .v4, source < .v4 {
            let words = parts.types.filter(MediaType.isMedia)
            parts.types.removeAll(where: MediaType.isMedia)
            switch parts.value {
            case .media(let bytes, let type):
                parts.value = .media(bytes, type: MediaType.sniff(bytes) ?? type)
                if parts.hasValueType("URI") || parts.hasValueType("BINARY") { parts.valueType = nil }
            case .raw:
                if parts.hasValueType("URI") || parts.hasValueType("URL") { parts.valueType = nil }
                guard let word = words.first else { return }
                let line = ContentLine(name: parts.name, parameters: [Parameter("TYPE", word)], value: "")
                if let type = MediaType.named(by: line) {
                    parts.parameters.append(Parameter("MEDIATYPE", type))
                }
            default: break
            }
        } else if target < .v4, source == .v4 {
            var type = parts.parameter("MEDIATYPE")
            switch parts.value {
            case .media(let bytes, let declared):
                type = MediaType.sniff(bytes) ?? type ?? declared
                parts.parameters.removeAll { $0.isNamed("MEDIATYPE") }
                parts.value = .media(bytes, type: type)
            case .raw(let text) where parts.valueType == nil && text.contains(":"):
                parts.valueType = "uri"
                parts.parameters.removeAll { $0.isNamed("MEDIATYPE") }
            default: break
            }
            guard let type, !type.isEmpty else { return }
            parts.types.append(Self.mediaWord(type, of: parts.name))
        }
    }

    /// The word for TYPE, if it says the media type to one who reads it; else the media type itself.
    private static func mediaWord(_ type: String, of name: String) -> String {
        guard let word = MediaType.word(type) else { return type }
        let line = ContentLine(name: name, parameters: [Parameter("TYPE", word)], value: "")
        return MediaType.named(by: line) == type.lowercased() ? word : type
    }

    // MARK: Other values

    /// `tel:` URIs are for 4.0 only.
    mutating func convertPhone(_ parts: inout LineParts) {
        guard target < .v4, parts.hasValueType("URI"), case .raw(let text) = parts.value else { return }
        if text.prefix(4).lowercased() == "tel:" {
            parts.value = .text(String(text.dropFirst(4)))
            parts.valueType = nil
        }
    }

    /// `geo:1,2` in 4.0, `1;2` in 3.0, and in 2.1 the longitude first.
    mutating func convertPosition(_ parts: inout LineParts) {
        guard case .raw(var text) = parts.value else { return }
        let isURI = text.prefix(4).lowercased() == "geo:"
        if isURI { text = String(text.dropFirst(4)) }
        let numbers = text.split { $0 == ";" || $0 == "," }.map { String($0.trimmingPrefix { $0 == " " }) }
        guard numbers.count >= 2, Double(numbers[0]) != nil, Double(numbers[1]) != nil else { return }
        var (latitude, longitude) = (numbers[0], numbers[1])
        if source == .v2, !isURI, !text.contains(";") { swap(&latitude, &longitude) }
        switch target {
        case .v2: parts.value = .raw("\(longitude),\(latitude)")
        case .v3: parts.value = .raw("\(latitude);\(longitude)")
        case .v4: parts.value = .raw("geo:\(latitude),\(longitude)")
        }
        if target < .v4, numbers.count > 2 {
            lose("GEO", .value("altitude and further parameters are left out"))
        }
    }

    /// An offset is the usual value in 2.1 and 3.0, a zone's name in 4.0; what is not usual says so.
    mutating func convertZone(_ parts: inout LineParts) {
        guard case .text(let text) = parts.value else { return }
        let bytes = Array(text.utf8)
        let digits = bytes.dropFirst().filter { $0 != 0x3A }
        let isOffset =
            (bytes.first == 0x2B || bytes.first == 0x2D) && digits.count == 4
            && digits.allSatisfy { 0x30...0x39 ~= $0 }
        guard isOffset else {
            if target == .v3, parts.valueType == nil { parts.valueType = "text" }
            if target != .v3, parts.hasValueType("TEXT") { parts.valueType = nil }
            return
        }
        let sign = String(decoding: bytes.prefix(1), as: UTF8.self)
        let number = String(decoding: digits, as: UTF8.self)
        if target == .v4 {
            parts.valueType = "utc-offset"
            parts.value = .text(sign + number)
        } else {
            if parts.hasValueType("UTC-OFFSET") { parts.valueType = nil }
            parts.value = .text(sign + number.prefix(2) + ":" + number.suffix(2))
        }
    }

    /// What is no URI says so in 4.0.
    mutating func convertUID(_ parts: inout LineParts) {
        guard case .raw(let text) = parts.value else { return }
        if target == .v4, parts.valueType == nil, !text.contains(":") { parts.valueType = "text" }
        if target < .v4, parts.hasValueType("TEXT") { parts.valueType = nil }
    }

    /// `GENDER:F` in 4.0, `X-GENDER:Female` before.
    mutating func convertGender(_ parts: inout LineParts, _ form: PropertyForm) {
        let words = ["M": "Male", "F": "Female", "O": "Other", "N": "None", "U": "Unknown"]
        switch parts.value {
        case .components(let components) where target < .v4 && source == .v4:
            let identity = components.dropFirst().joined(separator: ";")
            // Programs that know X-GENDER know one word; both stay together.
            guard identity.isEmpty || components.first?.isEmpty ?? true else {
                return lose("GENDER", .property(keptAs: "GENDER"))
            }
            parts.value = .text(identity.isEmpty ? components.first.flatMap { words[$0] } ?? "" : identity)
            rename(&parts, to: form)
        case .text(let text) where target == .v4:
            let letter = words.first { $0.value.lowercased() == text.lowercased() }?.key
            parts.value = .components(letter.map { [$0] } ?? ["", text])
            rename(&parts, to: form)
        default: break
        }
    }
}
