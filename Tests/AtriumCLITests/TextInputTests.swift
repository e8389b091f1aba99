import AtriumSDK
import Foundation
import Testing

@testable import AtriumCLI

/// A positional text of any number of lines: given, piped in, or taken from the clipboard.
@Suite struct TextInputTests {
    private let home = TemporaryHome()

    private static let text = Field<String>.longText("text", help: "What is said.").required.positional
    private static let module = Module(
        manifest: Manifest(
            id: "echo", title: "Echo", summary: "Says what it hears.", version: "1.0.0", icon: "mic",
            isEnabledAtFirst: true),
        queries: [
            Command(
                "say", .query, summary: "Say a text.", fields: [text.declaration],
                result: .object([
                    FieldDeclaration("text", .longText, help: "What is said.", isRequired: true)
                ])
            ) { input, _ in .object(["text": .text(try input.required(text))]) }
        ])

    private func say(_ words: String..., input: String = "", environment: [String: String] = [:]) -> ToolRun {
        let variables = ["ATRIUM_HOME": home.hub, "USER": "ada", "TERM": "xterm"]
        return ToolRun(
            ["echo", "say", "--json"] + words, input: input, modules: [Self.module],
            environment: variables.merging(environment) { $1 })
    }

    /// A program in a folder of its own, as the system would have it on its path.
    private func program(_ name: String, _ script: String) throws -> String {
        let path = try home.file(name, "#!/bin/sh\n" + script)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return home.folder
    }

    @Test func aTextStandsForItself() {
        #expect(say("a thought").output == "{\"text\":\"a thought\"}\n")
    }

    @Test func aHyphenReadsStandardInput() {
        #expect(say("-", input: "two\nlines").output == "{\"text\":\"two\\nlines\"}\n")
    }

    @Test func nothingIsSaidToBeMissing() {
        let run = say()
        #expect(run.status == 64)
        #expect(run.errors.contains("text"))
    }

    @Test func theClipboardIsReadByTheProgramThatThereIs() throws {
        let folder = try program(
            "xclip", "[ \"$*\" = \"-selection clipboard -out\" ] && printf 'copied text'")
        let run = say("--clipboard", environment: ["PATH": "\(folder):/bin", "DISPLAY": ":0"])
        #expect(run.output == "{\"text\":\"copied text\"}\n", "\(run.errors)")
    }

    @Test func withoutAProgramItIsSaidWhichToInstall() {
        let run = say("--clipboard", environment: ["PATH": "/nowhere"])
        #expect(run.status == 69)
        #expect(run.errors.contains("found no program that reads the clipboard"))
        #expect(run.errors.contains("wl-clipboard, xclip or xsel"))
    }

    @Test func withoutADisplayThereIsNoClipboard() throws {
        let folder = try program("xsel", "printf never")
        let run = say("--clipboard", environment: ["PATH": folder])
        #expect(run.status == 69)
        #expect(run.errors.contains("there is no display with a clipboard"))
    }

    @Test func aProgramThatFailsIsNamed() throws {
        let folder = try program("wl-paste", "exit 1")
        let run = say("--clipboard", environment: ["PATH": "\(folder):/bin", "WAYLAND_DISPLAY": "w"])
        #expect(run.status == 74)
        #expect(run.errors.contains("wl-paste returned no text from the clipboard"))
    }

    @Test func aTextBesideTheClipboardIsRefused() {
        #expect(say("x", "--clipboard").status == 64)
    }
}
