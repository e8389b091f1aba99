import ContentLine

/// FN and N, which some versions require: added where a card has none, and known again as added.
extension VCard {
    /// Puts in FN and N where `source`, which this card was converted from, has none and either of the versions requires
    /// them; the parameter X-ATRIUM-ADDED says to a card of which version they were added, and when it becomes one of
    /// that version again, they are left out.
    ///
    /// FN is required from 3.0 on, and is the ``displayName``. N is required before 4.0, and has it as the given name,
    /// since programs show a name by its parts; it is empty for an organization, which they show by ORG.
    func addRequired(to component: inout Component, from source: VCard) {
        func add(_ name: String, _ value: LineValue, requiredIn versions: ClosedRange<VCardVersion>) {
            guard component.property(name) == nil else { return }
            let marked = source.component.properties(name).first(where: Self.isMarked)
            let origin = marked.flatMap { LineParts($0, in: source.version).addedTo } ?? source.version
            guard origin != version, versions.contains(version) || versions.contains(origin) else { return }
            var parts = LineParts(name: name, value: value)
            parts.addedTo = origin
            let index = component.properties.firstIndex { $0.canonicalName == "VERSION" }.map { $0 + 1 } ?? 0
            component.insert(parts.draft(in: version).line(in: version), at: index)
        }
        add("N", .structured(derivedName), requiredIn: .v2 ... .v3)
        add("FN", .text(derivedText), requiredIn: .v3 ... .v4)
    }

    /// Whether conversion added the line, and nobody changed it since.
    func isAdded(_ line: ContentLine) -> Bool {
        guard !line.parameters.isEmpty, Self.isMarked(line) else { return false }
        var bare = line
        bare.setParameter(LineParts.addedParameter, to: [])
        return Wording(bare, in: version).isBare && isAsAdded(line)
    }

    /// Whether conversion added the line, a label, and nobody changed it since.
    func isAddedLabel(_ line: ContentLine) -> Bool {
        line.parameter(LineParts.addedParameter) != nil && isAsAdded(line)
    }

    /// Whether the value is still the one that was written.
    private func isAsAdded(_ line: ContentLine) -> Bool {
        let mark = line.parameter(LineParts.addedParameter)?.split(separator: "|").last
        return mark.map(String.init) == LineParts(line, in: version).checksum
    }

    private static func isMarked(_ line: ContentLine) -> Bool {
        ["FN", "N"].contains(line.canonicalName) && line.parameter(LineParts.addedParameter) != nil
    }

    /// The name to show, in one line.
    private var derivedText: String {
        displayName.text.split { $0.isNewline || $0 == "\0" }.joined(separator: " ")
    }

    /// The components of an N that is made of the name to show.
    private var derivedName: [[String]] {
        let isOrganization =
            self[VCardProperty.kind].contains {
                ["org", "group", "location"].contains($0.value.lowercased())
            }
            || component.property("ORG") != nil && component.property("FN") == nil
        let name = isOrganization ? "" : derivedText
        return [[], name.isEmpty ? [] : [name], [], [], []]
    }
}
