import AtriumSDK
import Foundation
import Testing

@testable import AtriumCLI

@Suite("The tool over a real hub")
struct EndToEndTests {
    @Test func recordsForPeople() {
        let home = TemporaryHome()
        let added = home.run(
            "garden", "add", "Rose", "--height-now", "20", "--sown", "2026-03-01", "--name", "Rosa")
        #expect(added.status == 0 && added.errors.isEmpty)
        #expect(
            added.output == """
                id:         1
                uid:        u
                title:      Rose
                height now: 20
                sown:       2026-03-01
                names:
                  - name: Rosa

                """)
        #expect(home.run("garden", "add", "Tulip\u{1B}[2J").output.contains(#"Tulip\x1b[2J"#))
        #expect(
            home.run("garden", "list").output == """
                ID  TITLE         HEIGHT NOW
                 1  Rose
                 2  Tulip\\x1b[2J

                """)
    }

    @Test func severalRecordsAreOneChange() {
        let home = TemporaryHome()
        for name in ["Rose", "Tulip", "Cactus", "Call Ann"] { _ = home.run("garden", "add", name) }
        let watered = home.run("garden", "water", "Rose", "2", "rose", "2026-03-01")
        #expect(watered.status == 0)
        #expect(
            watered.output == """
                ID  TITLE  HEIGHT NOW  DAY
                 1  Rose               2026-03-01
                 2  Tulip              2026-03-01

                """)
        #expect(
            watered.errors == """
                atrium: warning: the water of Rose is hard
                atrium: warning: the water of Tulip is hard

                """)
        let refused = home.run("garden", "water", "Rose", "Cactus", "2026-03-01")
        #expect(refused.status == 65)
        #expect(refused.errors == "atrium: “Cactus”: it is wet already\n")
        // The words of a name without quotation marks are no names.
        let unquoted = home.run("garden", "remove", "Call", "Ann")
        #expect(unquoted.status == 66)
        #expect(
            unquoted.errors.hasPrefix(
                "atrium: there is no plant “Call”: to name several records, give the id, the uid or the full name"
            ))
        #expect(home.run("garden", "remove", "Rose", "Call Ann", "--json").output.contains(#"{"items":[{"#))
        #expect(home.run("garden", "list").output.split(separator: "\n").count == 3)
        #expect(home.run("undo").status == 0)
        #expect(home.run("garden", "list").output.split(separator: "\n").count == 5)
        #expect(
            home.run("garden", "remove", "--help").output.contains("garden remove <record> ... [options]"))
    }

    @Test func recordsForPrograms() throws {
        let home = TemporaryHome()
        _ = home.run("garden", "add", "Rose")
        let list = home.run("garden", "list", "--json")
        #expect(list.errors.isEmpty)
        let value = try JSONReader.value(list.output)
        let object = try #require(value.objectValue)
        #expect(Set(object.names) == ["items", "total", "next"])
        #expect(object["items"]?.listValue?.first?.objectValue?["title"] == .text("Rose"))
        #expect(list.output.split(separator: "\n").count == 1)
    }

    @Test(
        arguments: [
            (
                ["garden", "add", "x", "--height-now", "9999"],
                "--height-now has a wrong value: it must be a whole number from 0 to 5000"
            ),
            (
                ["garden", "list", "--sort", "x"],
                "--sort has a wrong value: it must be one of: title, height"
            ),
            (["garden", "edit", "Nothing"], nil),
        ] as [([String], String?)])
    func wrongValuesNameTheOption(arguments: [String], message: String?) throws {
        let home = TemporaryHome()
        let run = home.run(arguments)
        #expect(run.status == (message == nil ? 66 : 64))
        #expect(run.errors.split(separator: "\n").count == 1)
        if let message { #expect(run.errors == "atrium: \(message)\n") }
    }

    @Test func clearingSendsNothingAsAValue() throws {
        let home = TemporaryHome()
        _ = home.run("garden", "add", "Rose")
        let run = home.run(
            "garden", "edit", "Rose", "--clear", "height-now", "--clear=edible", "--clear", "heightNow",
            "--title", "Rosa", "--json")
        #expect(run.output == #"{"record":1,"title":"Rosa","heightNow":null,"edible":null}"# + "\n")
    }

    @Test func aModuleThatIsOffIsGone() {
        let home = TemporaryHome()
        #expect(home.run("garden", "list").status == 0)
        #expect(home.run("modules", "disable", "garden").status == 0)
        let off = "atrium: the module “garden” is off: enable it with `atrium modules enable garden`\n"
        for arguments in [["garden", "list"], ["garden", "--help"], ["help", "garden", "list"]] {
            let run = home.run(arguments)
            #expect(run.status == 69)
            #expect(run.output.isEmpty)
            #expect(run.errors == off)
        }
        #expect(!home.run("--help").output.contains("garden"))
        #expect(!home.run("--generate-completion-script", "bash").output.contains("garden"))
        #expect(home.run("export", "garden").status == 69)
        #expect(home.run("modules", "enable", "garden").status == 0)
        #expect(home.run("--help").output.contains("garden"))
    }

    @Test func helpMakesNoHub() {
        let home = TemporaryHome()
        #expect(home.run("--help").output.contains("garden"))
        #expect(home.run("--version").status == 0)
        #expect(home.run("garden", "lst").status == 64)
        #expect(home.run("--generate-completion-script", "zsh").status == 0)
        #expect(!FileManager.default.fileExists(atPath: home.hub))
    }

    @Test func helpIsThereWhereTheVaultIsNot() throws {
        let home = TemporaryHome()
        try FileManager.default.createDirectory(atPath: home.hub, withIntermediateDirectories: true)
        _ = try home.file("hub/hub.sqlite", "This is no database, however long it may be.")
        let run = home.run("restore", "--help")
        #expect(run.output.hasPrefix("OVERVIEW: Restore all of a user's data from a backup."))
        #expect(run.status == 0)
        // That it is of all modules then, and why, is said beside it.
        #expect(
            run.errors.hasPrefix(
                "atrium: warning: disabled modules are listed too, because the vault cannot be opened: "))
        #expect(run.errors.contains("hub.sqlite is not a database"))
        #expect(home.run("--generate-completion-script", "bash").status == 0)
        #expect(home.run("garden", "list").status == 74)
    }

    @Test func destructionNeedsAYes() {
        let home = TemporaryHome()
        _ = home.run("users", "add", "eve")
        for arguments in [["modules", "erase", "garden"], ["users", "remove", "eve"]] {
            let refused = home.run(arguments)
            #expect(refused.status == 64)
            #expect(refused.errors.hasPrefix("atrium: --yes: "))
            #expect(home.run(arguments + ["--yes"]).status == 0)
        }
    }

    @Test func usersHaveVaultsOfTheirOwn() {
        let home = TemporaryHome()
        _ = home.run("users", "add", "eve")
        _ = home.run("garden", "add", "Rose", "--user", "eve")
        #expect(home.run("garden", "list").output.isEmpty)
        #expect(home.run("--user=eve", "garden", "list").output.contains("Rose"))
        #expect(home.run("garden", "list", "--user", "mallory").status == 66)
    }

    @Test func aCollectionByItselfIsListed() {
        let home = TemporaryHome()
        #expect(
            home.run("garden", "beds", "--json").output == home.run("garden", "beds", "list", "--json").output
        )
        #expect(home.run("garden", "beds").errors == "nothing found\n")
        #expect(home.run("garden", "beds", "--help").output.hasPrefix("OVERVIEW: Commands for each bed."))
        #expect(home.run("garden", "beds", "lst").status == 64)
    }

    @Test(
        arguments: [
            ("name=Rosa,language=la", "separate the parts with semicolons: name=…;language=…"),
            ("Rosa;language=la", "separate the parts with semicolons: name=…;language=…"),
            ("Rosa, language = la", "separate the parts with semicolons: name=…;language=…"),
            ("language=la,name=Rosa", "separate the parts with semicolons: name=…"),
            ("name=Rosa;language=la", nil), ("Rosa, the rose; a=b", nil),
            (#"{"name":"Rosa,language=la"}"#, nil),
        ] as [(String, String?)])
    func aPartBehindACommaIsNoText(value: String, remedy: String?) {
        let run = TemporaryHome().run("garden", "add", "Rose", "--name", value)
        #expect(run.status == (remedy == nil ? 0 : 64))
        #expect(run.errors.isEmpty == (remedy == nil))
        if let remedy {
            #expect(run.errors.hasPrefix("atrium: --name: “"))
            #expect(run.errors.contains(remedy))
        }
    }

    /// A part of a value is named with the option in which it stands.
    @Test func aWrongPartIsNamedWithItsOption() {
        let run = TemporaryHome().run("garden", "add", "Rose", "--name", #"{"name":"Rosa","regions":3}"#)
        #expect(run.status == 64)
        #expect(run.errors == "atrium: --name: regions has a wrong value: it must be a list\n")
    }
}
