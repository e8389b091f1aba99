import ContentLine

/// How one line, with what belongs to it, is said in another version.
///
/// The rules of the single kinds of values stand in `ConversionRules+…`. None of them has to be exact both ways:
/// ``CardConverter`` tries the result the other way round, and keeps the original of each line that differs.
struct ConversionRules {
    let source: VCardVersion
    let target: VCardVersion
    /// What the target has no place for.
    var losses: Set<ConversionLoss> = []

    init(from source: VCardVersion, to target: VCardVersion) {
        self.source = source
        self.target = target
    }

    /// The entry in the target version.
    mutating func convert(_ entry: ConversionEntry) -> ConversionEntry {
        var entry = entry
        let name = entry.main.canonicalName
        guard let form = entry.main.form else {
            convertParameters(&entry.main)
            return entry
        }
        switch name {
        case "ADR": convertAddress(&entry)
        case "N": convertName(&entry)
        case "LABEL" where target == .v4: makeAddress(&entry)
        case "AGENT": convertAgent(&entry)
        default: break
        }
        guard entry.main.canonicalName == name else {
            lose(form.name, .property(keptAs: entry.main.canonicalName))
            convertParameters(&entry.main)
            return entry
        }
        let isOwn = name == form.name(in: source) || name == form.name
        switch form.value {
        case .related where name != "AGENT": convertRelated(&entry, form)
        case .date where form.name == "ANNIVERSARY": convertAnniversary(&entry, form)
        case .messaging: convertMessaging(&entry)
        case .gender where isOwn || target == .v4: convertGender(&entry.main, form)
        default: if isOwn { rename(&entry.main, to: form) }
        }
        convertValue(&entry.main, form.value)
        convertParameters(&entry.main)
        if var satellite = entry.satellite, satellite.canonicalName != "X-ABLABEL" {
            if let form = satellite.form { rename(&satellite, to: form) }
            convertParameters(&satellite)
            entry.satellite = satellite
        }
        return entry
    }

    /// Says that something has no place.
    mutating func lose(_ name: String, _ kind: ConversionLoss.Kind) {
        losses.insert(ConversionLoss(version: target, property: name, kind: kind))
    }

    /// Gives a property the name that it has in the target, and says so where that is no name of the standard.
    mutating func rename(_ parts: inout LineParts, to form: PropertyForm) {
        let name = form.name(in: target)
        let isLost = form.exists(in: source) && !form.exists(in: target)
        if isLost { lose(form.name, .property(keptAs: name)) }
        if name != parts.canonicalName { parts.name = name }
    }

    private mutating func convertParameters(_ parts: inout LineParts) {
        let property = parts.form?.name ?? "other properties"
        for index in parts.parameters.indices {
            let old = parts.parameters[index].name
            let new = ModernParameter.name(old, from: source, to: target)
            guard new != old else { continue }
            parts.parameters[index].name = new
            if target < .v4 { lose(property, .parameter(old.asciiUppercased())) }
        }
        if target < .v4, let preference = parts.preference, preference != 1 {
            parts.preference = nil
            parts.parameters.append(Parameter("X-PREF", String(preference)))
            lose(property, .parameter("PREF"))
        } else if target == .v4, source < .v4,
            let place = parts.parameters.firstIndex(where: { $0.isNamed("PREF") }), parts.preference == nil,
            let number = parts.parameters[place].values.first.flatMap({ Int($0) }), 1...100 ~= number
        {
            parts.preference = number
            parts.parameters.remove(at: place)
        }
        if let type = parts.valueType?.asciiUppercased() {
            if target == .v2, type == "URI" { parts.valueType = "URL" }
            if source == .v2, type == "URL" { parts.valueType = "uri" }
        }
    }

    private mutating func convertValue(_ parts: inout LineParts, _ form: ValueForm) {
        switch form {
        case .date: convertDate(&parts)
        case .timestamp: convertTimestamp(&parts)
        case .media: convertMedia(&parts)
        case .phone: convertPhone(&parts)
        case .geo: convertPosition(&parts)
        case .zone: convertZone(&parts)
        case .uid: convertUID(&parts)
        case .structured:
            guard target == .v2, case .structured(let components) = parts.value,
                components.contains(where: { $0.count > 1 })
            else { return }
            lose(parts.canonicalName, .value("several values of one component are joined into one"))
        case .text, .list, .components, .uri, .raw, .messaging, .related, .gender: break
        }
    }
}
