import AtriumHost
import AtriumSDK
import Foundation
import Testing

@testable import AtriumCLI

/// Commands that cannot start: the message says why, and the exit status is that of docs/reference/errors.md.
@Suite struct StartTests {
    /// Without `/proc` a program cannot read its arguments: it must not run as if it had none.
    @Test func argumentsThatCannotBeReadAreAnError() throws {
        #expect(CommandLineTool.unreadableArguments() == nil)
        let error = try #require(CommandLineTool.unreadableArguments(at: "/nonexistent/self/cmdline"))
        #expect(
            error.description == """
                cannot read the arguments of this command from /nonexistent/self/cmdline: No such file or directory: \
                mount the file system /proc, then run the command again
                """)
        #expect(error.code.exitStatus == 74)
    }

    private func run(_ arguments: [String], _ environment: [String: String]) -> (Int32, String) {
        let errors = MemoryOutput()
        let status = CommandLineTool(modules: [gardenModule], formats: [PlantFormat()]).run(
            arguments, environment: environment, input: MemoryInput(), output: MemoryOutput(),
            errors: errors)
        return (status, errors.text)
    }

    /// A relative `$HOME` would be another folder in each working directory.
    @Test(arguments: [[:], ["HOME": ""], ["HOME": "ada"], ["HOME": "ada", "XDG_DATA_HOME": "data"]])
    func withoutAHomeNothingStarts(environment: [String: String]) {
        for command in [["modules", "list"], ["users", "list"], ["today"], ["doctor"]] {
            let (status, errors) = run(command, environment)
            #expect(
                errors == "atrium: the hub has no home folder: set one with --home or ATRIUM_HOME\n")
            #expect(status == 64)
        }
    }

    @Test func aHomeThatCannotBeMadeIsNamed() {
        let (status, errors) = run(["modules", "list"], ["HOME": "/dev/null"])
        #expect(
            errors == """
                atrium: cannot create the folder /dev/null/.local/share/atrium: check the permissions of the folder above \
                it, or choose another with --home

                """)
        #expect(status == 73)
        #expect(run(["modules", "list"], ["HOME": "/dev/null", "ATRIUM_HOME": "/dev/null/x"]).0 == 73)
    }

    @Test func theHomeIsFoundInTheEnvironment() throws {
        func path(_ environment: [String: String]) throws -> String {
            try HubHome.path(option: nil, environment: environment)
        }
        #expect(try path(["HOME": "/home/ada"]) == "/home/ada/.local/share/atrium")
        #expect(try path(["HOME": "/"]) == "/.local/share/atrium")
        #expect(try path(["HOME": "/home/ada", "XDG_DATA_HOME": "/data"]) == "/data/atrium")
        #expect(try path(["HOME": "/home/ada", "ATRIUM_HOME": "hub"]) == "hub")
    }
}
