import AtriumSDK
import Testing

/// What settings of modules take, keep and give.
@Suite struct ModuleSettingTests {
    private static let kind = ModuleSetting.choice(
        "default-kind", of: ["must-do", "flexible"], default: "flexible", help: "The kind at first.")
    private static let snap = ModuleSetting.integer(
        "snap", in: 5...60, default: 15, help: "The grid, in minutes.")
    private static let isBlocking = ModuleSetting.boolean(
        "all-day-blocks", default: false, help: "Whether whole days block.")
    private static let start = ModuleSetting.text(
        "day-start", default: "08:00", help: "When the day starts."
    ) { text in
        guard text.wholeMatch(of: /([01]\d|2[0-3]):[0-5]\d/) != nil else {
            throw AtriumError(.badData, "“\(text)” is no time", remedy: "use HH:MM", field: "value")
        }
        return text
    }
    private static let all = [
        kind.declaration, snap.declaration, isBlocking.declaration, start.declaration,
    ]

    private func declaration(_ name: String) throws -> SettingDeclaration {
        try #require(Self.all.first { $0.name == name })
    }

    @Test(arguments: [
        ("default-kind", " Must-Do ", "must-do"), ("snap", "015", "15"), ("snap", "60", "60"),
        ("all-day-blocks", "On", "yes"), ("all-day-blocks", "false", "no"), ("day-start", " 07:30", "07:30"),
    ])
    func aValueIsKeptInOneForm(name: String, given: String, kept: String) throws {
        let setting = try declaration(name)
        #expect(try setting.storedText(for: given) == kept)
        #expect(try setting.storedText(for: kept) == kept)
        #expect(setting.value(of: kept) != nil)
    }

    @Test(arguments: [
        ("default-kind", "", "“” is not a valid value for x.y: use one of: must-do, flexible"),
        ("snap", "4", "“4” is not a valid value for x.y: use a whole number from 5 to 60"),
        ("snap", "1.5", "“1.5” is not a valid value for x.y: use a whole number from 5 to 60"),
        ("all-day-blocks", "perhaps", "“perhaps” is not a valid value for x.y: use yes or no"),
        ("day-start", "8", "“8” is no time: use HH:MM"),
    ])
    func anotherValueIsRefused(name: String, given: String, message: String) throws {
        let setting = try declaration(name)
        let error = #expect(throws: AtriumError.self) { try setting.storedText(for: given, as: "x.y") }
        #expect(error?.description == message)
        #expect([error?.code == .badData, error?.field == "value"] == [true, true])
        #expect(setting.value(of: given) == nil)
    }

    @Test func defaultsAreValues() {
        #expect(Self.all.map(\.defaultText) == ["flexible", "15", "no", "08:00"])
        for setting in Self.all {
            #expect(setting.value(of: setting.defaultText) == setting.field.defaultValue)
        }
    }

    @Test func aModuleReadsItsOwnAlone() {
        let kept = [
            "tasks.snap": "30", "tasks.default-kind": "must-do", "tasks.all-day-blocks": "yes",
            "other.snap": "60", "snap": "10",
        ]
        let settings = ModuleSettings(of: "tasks", stored: kept)
        #expect(settings[Self.snap] == 30)
        #expect(settings[Self.kind] == "must-do")
        #expect(settings[Self.isBlocking])
        #expect(settings[Self.start] == "08:00")
        #expect(ModuleSettings(of: "other", stored: kept)[Self.snap] == 60)
        #expect(ModuleSettings(of: "third", stored: kept)[Self.snap] == 15)
        #expect(ModuleSettings()[Self.kind] == "flexible")
    }

    /// As when a later version takes less than the one that kept it.
    @Test func whatIsNoValueAnyMoreCountsAsNotSet() {
        let settings = ModuleSettings(
            of: "tasks", stored: ["tasks.snap": "7000", "tasks.default-kind": "soft"])
        #expect(settings[Self.snap] == 15)
        #expect(settings[Self.kind] == "flexible")
    }
}
