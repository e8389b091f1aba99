import AtriumHost
import AtriumSDK

/// What several rules ask of the settings that a module declares.
extension ModuleConformance {
    /// Names are words, each stands once, and the default and all choices are values that can be set.
    func checkSettingNames(_ findings: Findings) {
        let names = module.settings.map(\.name)
        findings.expect(Set(names).count == names.count, "two settings have one name: \(names)")
        for setting in module.settings {
            let place = "the setting \(setting.name)"
            findings.expect(Self.isKebab(setting.name), "\(place): the name is malformed")
            findings.expect(
                setting.value(of: setting.defaultText) == setting.field.defaultValue,
                "\(place): its default “\(setting.defaultText)” cannot be set")
            guard case .choice(let words) = setting.field.type else { continue }
            for word in words where setting.value(of: word) != .text(word) {
                findings.note("\(place): “\(word)” cannot be set")
            }
        }
    }

    /// A value for each setting that can have another one than its default without the module's knowledge.
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

    /// Sets each setting to another value than its default.
    func setOtherValues(_ hub: TemporaryHub) throws {
        for (key, value) in otherValues {
            try hub.run("settings set", ["key": .text(key), "value": .text(value)])
        }
    }

    /// Whether the values of ``setOtherValues(_:)`` are there, or no setting can be seen.
    func checkOtherValues(_ hub: TemporaryHub, areThere: Bool, _ place: String, _ findings: Findings) throws {
        let listed = try hub.items("settings list")
        for (key, value) in otherValues {
            let setting = listed.first { $0["key"] == .text(key) }
            if areThere {
                findings.expect(setting?["value"] == .text(value), "\(place): \(key) is not “\(value)”")
                continue
            }
            findings.expect(setting == nil, "\(place): \(key) is still listed")
            let refusal = #"there is no setting “\#(key)”"#
            do {
                try hub.run("settings get", ["key": .text(key)])
                findings.note("\(place): \(key) is still shown")
            } catch let error as AtriumError {
                findings.expect(
                    error.code == .notFound && error.message.hasPrefix(refusal), "\(place): \(key): \(error)")
            }
        }
    }
}
