import AtriumSDK
import Foundation
import Testing

@testable import AtriumCLI

@Suite("Commands that move files")
struct FileCommandTests {
    @Test func importForPeople() throws {
        let home = TemporaryHome()
        let path = try home.file("a.plants", "PLANT Rose\nweed\u{1B}[2J\nPLANT Tulip\n")
        let run = home.run("import", path)
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(
            run.output == """
                \(path) (plants, utf-8): 2 entries, 2 added, 0 updated, 0 unchanged
                  line 2: LINE: the line names no plant (lost)
                import 1; to undo it: atrium imports undo 1

                """)
        #expect(home.run("import", path).output.contains("0 added, 0 updated, 2 unchanged"))
    }

    @Test func importForPrograms() throws {
        let home = TemporaryHome()
        let path = try home.file("a.plants", "PLANT Rose\n")
        let missing = home.folder + "/none.plants"
        let run = home.run("import", path, missing, "--json")
        #expect(run.status == 65)
        #expect(run.errors == "atrium: cannot read \(missing): no such file or directory: check the path\n")
        let value = try JSONReader.value(run.output)
        let report = try #require(value.objectValue)
        #expect(report["run"] == .integer(1))
        #expect(report["dryRun"] == .bool(false))
        let files = (report["files"]?.listValue ?? []).compactMap(\.objectValue)
        try #require(files.count == 2)
        #expect(files.map { $0["path"] } == [.text(path), .text(missing)])
        #expect(files.map { $0["added"] } == [.integer(1), .integer(0)])
        #expect(files[0]["error"] == .null)
        #expect(files[1]["error"]?.objectValue?["code"] == .text("not-found"))
        // Both entries have the same fields, whether the file was read or not.
        #expect(Set(files[0].names) == Set(files[1].names))
    }

    @Test func aFileOfWhichNothingIsTakenIsAnError() throws {
        let home = TemporaryHome()
        let path = try home.file("a.plants", "PLANT Rose\n")
        _ = home.run("modules", "disable", "garden")
        let off = home.run("import", path, "--json")
        #expect(off.status == 65)
        let remedy = "to import into garden: atrium modules enable garden, then import again"
        #expect(off.errors == "atrium: \(path): nothing in the file was imported: \(remedy)\n")
        #expect(off.output.contains("\"next\":[\"\(remedy)\"]"))
        _ = home.run("modules", "enable", "garden")
        #expect(home.run("import", path).status == 0)
    }

    /// An option of another module's export is named as it was typed.
    @Test func anOptionOfAnotherModulesExportIsRefused() throws {
        var yard = gardenModule
        yard.manifest.id = "yard"
        (yard.collections, yard.migrations, yard.importers) = ([], [], [])
        let option = FieldDeclaration("leafVersion", .text, help: "How leaves are written.")
        yard.exporters = [
            Exporter(
                PlantFormat.format, of: CollectionID(module: "yard", name: "plants"), fileName: "a.plants",
                options: [option]
            ) { _ in }
        ]
        let home = TemporaryHome()
        let run = home.run(["export", "garden", "--leaf-version", "3"], modules: [gardenModule, yard])
        #expect(run.status == 64)
        #expect(run.errors == "atrium: exports of garden have no option --leaf-version: leave it out\n")
    }

    @Test func anExportWithoutRecordsSaysSo() throws {
        let home = TemporaryHome()
        let run = home.run("export", "garden", "--output", home.folder + "-empty")
        defer { try? FileManager.default.removeItem(atPath: home.folder + "-empty") }
        #expect(run.status == 0)
        #expect(run.errors == "atrium: warning: there are no records, so the file is empty\n")
    }

    @Test func importReadsFoldersAndStandardInput() throws {
        let home = TemporaryHome()
        _ = try home.file("b.plants", "PLANT Tulip\n")
        _ = try home.file("a.plants", "PLANT Rose\n")
        _ = try home.file(".c.plants", "PLANT Nettle\n")
        let run = home.run(["import", home.folder + "/*.plants", "-"], input: "PLANT Aster\n")
        #expect(run.status == 0)
        #expect(home.run("export", "garden").output == "PLANT Rose\nPLANT Tulip\nPLANT Aster\n")
    }

    @Test func aDryRunChangesNothing() throws {
        let home = TemporaryHome()
        let path = try home.file("a.plants", "PLANT Rose\n")
        let run = home.run("import", path, "--dry-run")
        #expect(run.output.contains("1 added"))
        #expect(run.output.hasSuffix("nothing was changed: this was a dry run\n"))
        #expect(home.run("garden", "list").output.isEmpty)
    }

    @Test func importersAddOptionsWhileTheirModuleIsOn() throws {
        let home = TemporaryHome()
        let path = try home.file("a.plants", "PLANT Rose\n")
        #expect(home.run("import", "--help").output.contains("--name-prefix <name-prefix>"))
        #expect(home.run("import", path, "--name-prefix", "My ").status == 0)
        #expect(home.run("export", "garden").output == "PLANT My Rose\n")
        _ = home.run("modules", "disable", "garden")
        #expect(!home.run("import", "--help").output.contains("--name-prefix"))
        let run = home.run("import", path, "--name-prefix", "My ")
        #expect(run.status == 69)
        #expect(
            run.errors == "atrium: --name-prefix belongs to a module that is off: see `atrium modules list`\n"
        )
    }

    @Test func importRefusesWhatItCannotUse() throws {
        let home = TemporaryHome()
        let path = try home.file("a.txt", "no plants\n")
        let run = home.run("import", path)
        #expect(run.status == 65)
        #expect(run.output.isEmpty)
        #expect(run.errors.hasPrefix("atrium: \(path): "))
        let map = home.run("import", path, "--map", "Title")
        #expect(map.status == 64)
        #expect(map.errors.hasPrefix("atrium: --map: “Title” is not COLUMN=FIELD: "))
    }

    @Test func exportsAppearWhole() throws {
        let home = TemporaryHome()
        _ = home.run("garden", "add", "Rose")
        let path = try home.file("out.plants", "before")
        let refused = home.run("export", "garden", "--output", path)
        #expect(refused.status == 73)
        #expect(
            refused.errors
                == "atrium: \(path) already exists: choose a new file name, or replace the file with --overwrite\n"
        )
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "before")
        let run = home.run("export", "garden", "--output", path, "--overwrite", "--json")
        #expect(run.output == #"{"module":"garden","file":"\#(path)","bytes":11,"warnings":[]}"# + "\n")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "PLANT Rose\n")
        #expect(home.run("export", "garden", "--output", "/dev/null").status == 0)
        #expect(home.run("export", "garden", "--output", "/dev/full").status == 74)
        #expect(home.run("export", "garden", "--output", home.folder + "/none/out").status == 73)
        #expect(home.run("export", "garden", "--format", "csv").status == 64)
        #expect(home.run("export", "garden", "--all", home.folder).status == 64)
    }

    @Test(arguments: [
        ["import", "x", "--on-conflict", "mrege"], ["import", "x", "--module", "gardn"],
        ["export", "gardn"], ["export", "garden", "--format", "pdf"],
    ])
    func whatIsNoChoiceIsRefused(words: [String]) {
        let run = TemporaryHome().run(words)
        #expect(run.status == 64)
        #expect(run.errors.contains("unknown ") && run.errors.contains("“\(words.last ?? "")”: "))
    }

    @Test func exportsCanBeOfSomeRecords() throws {
        let home = TemporaryHome()
        for plant in ["Rose", "Tulip", "Dodo"] { _ = home.run("garden", "add", plant) }
        #expect(home.run("export", "garden", "--ids", "1,Tulip").output == "PLANT Rose\nPLANT Tulip\n")
        #expect(home.run("export", "garden", "--search", "tul").output == "PLANT Tulip\n")
        #expect(home.run("export", "garden", "--search", "tul", "--ids", "1").output.isEmpty)
        #expect(home.run("export", "garden", "--ids", "Oak").status == 66)
        #expect(home.run("export", "garden", "--since", "soon").status == 64)
        let warned = home.run("export", "garden", "--search", "dodo")
        #expect(warned.status == 0)
        #expect(warned.errors == "atrium: warning: a plant of that name is an animal\n")
        let folder = home.folder + "/split"
        let json = home.run("export", "garden", "--split", "--output", folder, "--json").output
        #expect(json.contains(#""files":3"#))
        #expect(json.contains(#""warnings":["a plant of that name is an animal"]"#))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(names == ["Dodo.plants", "Rose.plants", "Tulip.plants"])
        #expect(home.run("export", "garden", "--split").status == 64)
        #expect(home.run("export", "garden", "--split", "--output", folder).status == 73)
        #expect(home.run("export", "--all", home.folder + "/all", "--ids", "1").status == 64)
    }

    @Test func aFileKeepsItsPermissionsAndALinkStays() throws {
        let home = TemporaryHome()
        _ = home.run("garden", "add", "Rose")
        let path = try home.file("private.plants", "before")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        let link = home.folder + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        #expect(home.run("export", "garden", "--output", link, "--overwrite").status == 0)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "PLANT Rose\n")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func everythingIsExportedIntoAFolder() throws {
        let home = TemporaryHome()
        _ = home.run("garden", "add", "Rose")
        let run = home.run("export", "--all", home.folder + "/all")
        #expect(run.status == 0)
        #expect(home.run("export", "--all", home.folder + "/all").status == 73)
        let file = try home.file("a-file", "")
        let refused = home.run("export", "--all", file)
        #expect(refused.status == 73)
        #expect(refused.errors.contains("is a file, not a folder"))
        let other = TemporaryHome()
        #expect(other.run("import", home.folder + "/all").status == 0)
        #expect(other.run("export", "garden").output == "PLANT Rose\n")
        #expect(
            try String(contentsOfFile: home.folder + "/all/garden.plants", encoding: .utf8) == "PLANT Rose\n")
    }

    @Test func backupsComeBack() throws {
        let home = TemporaryHome()
        _ = home.run("garden", "add", "Rose")
        let path = home.folder + "/backup.tar.gz"
        #expect(home.run("backup", path).status == 0)
        _ = home.run("garden", "add", "Tulip")
        let refused = home.run("restore", path)
        #expect(refused.status == 65)
        #expect(refused.errors.split(separator: "\n").count == 1)
        #expect(home.run("restore", path, "--replace", "--json").status == 0)
        #expect(home.run("export", "garden").output == "PLANT Rose\n")
        #expect(home.run("backup", path, "--keep", "none").status == 64)
    }

    @Test func theDoctorSaysWhetherAllIsWell() throws {
        let home = TemporaryHome()
        _ = home.run("garden", "add", "Rose")
        let well = home.run("doctor")
        #expect(well.status == 0)
        #expect(well.output.split(separator: "\n").contains { $0.hasPrefix("ok     ") })
        #expect(home.run("doctor", "--json").output.hasPrefix(#"{"healthy":true"#))
        _ = try home.file("hub/vaults/1/vault.sqlite", "This is no database, however long it may be.")
        let ill = home.run("doctor")
        #expect(ill.status == 65)
        #expect(ill.output.split(separator: "\n").contains { $0.hasPrefix("wrong  ") })
    }

    /// An option is not emptied as a field is: it would be a mistake for which an import were kept.
    @Test func anEmptyOptionIsRefused() throws {
        let home = TemporaryHome()
        let path = try home.file("a.plants", "PLANT Rose\n")
        for value in ["", " "] {
            let run = home.run("import", path, "--name-prefix=\(value)")
            #expect(run.status == 64)
            #expect(run.errors == "atrium: --name-prefix is empty: give it a value, or leave it out\n")
        }
        #expect(home.run("imports", "list").output.isEmpty)
        for words in [
            ["export", "garden", "--output="], ["export", "--all="], ["export", "garden", "--tag="],
            ["import", path, "--save-map="], ["import", path, "--use-map= "],
        ] {
            let run = home.run(words)
            #expect(run.status == 64, "\(words)")
            #expect(run.errors.contains(" is empty: give it a value, or leave it out"), "\(words)")
        }
    }

    @Test func aFolderOfNothingIsAnError() throws {
        let home = TemporaryHome()
        _ = try home.file("README.md", "Read me\n")
        let run = home.run("import", home.folder)
        #expect(run.status == 65)
        #expect(run.errors.contains("nothing was changed: no file was recognized"))
        #expect(run.output.contains("skipped, not recognized: 1\n"))
    }

    /// In a folder a file may be for a module that is off; one that is for no module is a failure.
    @Test func aFileOfAFolderThatNoModuleTakesIsAnError() throws {
        let home = TemporaryHome()
        _ = try home.file("a.plants", "PLANT Rose\n")
        let path = try home.file("b.plants", "PLANT Tulip\n")
        var fussy = gardenModule
        fussy.importers = [
            Importer(
                PlantFormat.format, kinds: [PlantFormat.kind], into: plantImporter.collection,
                recognise: { container, options in
                    let isRose = container.value as? String == "PLANT Rose"
                    return isRose ? plantImporter.recognise(container, options) : nil
                }, map: { _, _, _ in MappedItem(draft: "Rose", uid: "Rose") },
                writer: { PlantWriter(db: $0.db) })
        ]
        let run = home.run(["import", home.folder], modules: [fussy])
        #expect(run.status == 65)
        #expect(run.output.contains("1 added"))
        #expect(run.errors.hasPrefix("atrium: \(path): nothing in the file was imported"))
        #expect(home.run(["import", home.folder], modules: [gardenModule]).status == 0)
    }
}
