import AtriumHost
import AtriumSDK
import Foundation
import Testing

@testable import AtriumCLI

/// Passwords at the terminal: asked for, and never shown.
@Suite struct SecretTests {
    private let home = TemporaryHome()
    private static let password = "correct horse battery"

    /// Runs `users password` with what a person types.
    private func typed(_ text: String) -> (status: Int32, output: String, errors: String) {
        let output = MemoryOutput()
        let errors = MemoryOutput(terminalColumns: 80)
        let status = CommandLineTool(
            modules: [gardenModule], formats: [PlantFormat()],
            hubEnvironment: HubEnvironment(
                now: { .now }, userName: "ada", timeZone: .gmt,
                passwordCost: PasswordCost(logN: 4, blockSize: 1))
        ).run(
            ["users", "password"], environment: ["ATRIUM_HOME": home.hub, "NO_COLOR": "1"],
            input: MemoryInput(Array(text.utf8), isTerminal: true), output: output, errors: errors)
        return (status, output.text, errors.text)
    }

    @Test func aPasswordIsTypedTwice() {
        let run = typed("\(Self.password)\n\(Self.password)\n")
        #expect(run.status == 0)
        #expect(run.errors == "password: \npassword again: \n")
        #expect(!run.output.contains(Self.password))
    }

    @Test func twoThatDifferAreRefused() {
        let run = typed("\(Self.password)\n\(Self.password)!\n")
        #expect(run.status == 64)
        #expect(run.errors.contains("the two entries differ; nothing was changed"))
        #expect(!run.errors.contains(Self.password))
    }

    @Test func controlCEndsIt() {
        let run = typed("\(Self.password)\u{3}")
        #expect(run.status == 130)
        #expect(!run.errors.contains(Self.password))
    }

    @Test(arguments: ["", "\n"])
    func nothingIsNoPassword(text: String) {
        #expect(typed(text).status == 64)
        #expect(home.run(["users", "password"], input: text).status == 64)
    }

    @Test func withoutATerminalItIsALineOfInput() {
        for input in [Self.password, Self.password + "\n", Self.password + "\r\nmore\n"] {
            let run = home.run(["users", "password", "--json"], input: input)
            #expect(run.status == 0, "\(run.errors)")
            #expect(
                run.output
                    == "{\"name\":\"ada\",\"endedSessions\":0,\"revokedTokens\":0,\"validTokens\":[]}\n")
            #expect(run.errors.isEmpty)
        }
    }

    @Test func tokensThatStayValidAreListed() {
        #expect(home.run("tokens", "add", "Old phone").status == 0)
        let listed = home.run(["users", "password"], input: Self.password)
        #expect(listed.status == 0 && listed.output.contains("Old phone"), "\(listed.output)")
        let revoked = home.run(["users", "password", "--revoke-tokens"], input: Self.password)
        #expect(revoked.status == 0 && !revoked.output.contains("Old phone"), "\(revoked.output)")
        #expect(!home.run("tokens", "list").output.contains("Old phone"))
    }

    /// Other users of the machine see the words of a command line.
    @Test(arguments: [["--password", "x"], ["ada", "correct horse battery"], ["--current", "x"]])
    func noPasswordIsTakenFromTheCommandLine(words: [String]) {
        let run = home.run(["users", "password"] + words, input: Self.password)
        #expect(run.status == 64)
        let help = home.run("users", "password", "--help")
        #expect(!help.output.contains("--password") && !help.output.contains("--current"))
        #expect(help.output.contains("Prompts for the"))
    }

    @Test func whoIsNoAdminIsToldSo() {
        #expect(home.run("users", "add", "bob").status == 0)
        let run = home.run("--user", "bob", "users", "list")
        #expect(run.status == 77)
        #expect(run.errors == "atrium: bob may not manage users: ask the hub's first user\n")
    }
}
