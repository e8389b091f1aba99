import AtriumHost
import AtriumSDK

/// Checks for declared settings. Several conformance rules use these checks.
extension ModuleConformance {
    /// Checks that each setting has a unique kebab-case name, a valid default value and valid choices.
    func checkSettingNames(_ findings: Findings) {
        let names = module.settings.map(\.name)
        findings.expect(Set(names).count == names.count, "two settings have the same name: \(names)")
        for setting in module.settings {
            let place = "the setting \(setting.name)"
            findings.expect(Self.isKebab(setting.name), "\(place): the name is not kebab-case")
            findings.expect(
                setting.value(of: setting.defaultText) == setting.field.defaultValue,
                "\(place): its default “\(setting.defaultText)” is not a valid value")
            guard case .choice(let words) = setting.field.type else { continue }
            for word in words where setting.value(of: word) != .text(word) {
                findings.note("\(place): its choice “\(word)” is not a valid value")
            }
        }
    }

    /// A non-default value for each setting whose type determines the setting's valid values.
    private var otherValues: [(key: String, value: String)] {
        module.settings.compactMap { setting in
            let initial = setting.defaultText
            let values: [String] =
                switch setting.field.type {
                case .choice(let words): words
                case .boolean: ["yes", "no"]
                case .integer(let bounds): [String(bounds.lowerBound), String(bounds.upperBound)]
                default: []
                }
            return values.first { $0 != initial }.map { ("\(module.id).\(setting.name)", $0) }
        }
    }

    /// Sets each setting in `otherValues` to a non-default value.
    func setOtherValues(_ hub: TemporaryHub) throws {
        for (key, value) in otherValues {
            try hub.run("settings set", ["key": .text(key), "value": .text(value)])
        }
    }

    /// Checks the module's settings after a call to ``setOtherValues(_:)``.
    ///
    /// If `areThere` is true, each setting must have the value that ``setOtherValues(_:)`` set. If `areThere`
    /// is false, no setting may be visible.
    func checkOtherValues(_ hub: TemporaryHub, areThere: Bool, _ place: String, _ findings: Findings) throws {
        let listed = try hub.items("settings list")
        for (key, value) in otherValues {
            let setting = listed.first { $0["key"] == .text(key) }
            if areThere {
                findings.expect(
                    setting?["value"] == .text(value), "\(place): the setting \(key) is not “\(value)”")
                continue
            }
            findings.expect(setting == nil, "\(place): the setting \(key) is still listed")
            let refusal = #"there is no setting “\#(key)”"#
            do {
                try hub.run("settings get", ["key": .text(key)])
                findings.note("\(place): the setting \(key) is still shown")
            } catch let error as AtriumError {
                findings.expect(
                    error.code == .notFound && error.message.hasPrefix(refusal),
                    "\(place): the setting \(key) fails with “\(error)”, not with “\(refusal)”")
            }
        }
    }
}
