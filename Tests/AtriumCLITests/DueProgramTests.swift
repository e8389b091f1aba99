import AtriumHost
import AtriumSDK
import Foundation
import GRDB
import Glibc
import Testing

@testable import AtriumCLI

/// `--exec`: programs that are run for what came due.
@Suite struct DueProgramTests {
    private let home = TemporaryHome()

    /// A program that runs some lines of shell.
    private func script(_ lines: String) throws -> String {
        let path = try home.file("program.sh", "#!/bin/sh\n\(lines)\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return path
    }

    private func run(_ words: String...) -> ToolRun {
        home.run(["alarms", "due"] + words, modules: [alarmsModule])
    }

    private func text(_ name: String) -> String {
        (try? String(contentsOfFile: home.folder + "/" + name, encoding: .utf8)) ?? ""
    }

    @Test func theFieldsAreInTheEnvironmentAndOnStandardInput() throws {
        let program = try script(
            """
            printf '%s|%s|%s|%s|%s\\n' "$ATRIUM_ID" "$ATRIUM_UID" "$ATRIUM_TITLE" "${ATRIUM_NOTE-unset}" "$#" \
            >> '\(home.folder)/variables'
            cat >> '\(home.folder)/input'
            echo said
            """)
        let result = run("--exec", program)
        #expect(result.status == 0)
        #expect(result.output.isEmpty)
        #expect(result.errors.isEmpty)
        #expect(
            text("variables") == "1|one|Call; rm -rf \"$HOME\" --help|unset|0\n2|two|Tea|two\nlines|0\n")
        let lines = text("input").split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.contains("\"title\":\"Call; rm -rf \\\"$HOME\\\" --help\"") == true)
        // Once only.
        #expect(run("--exec", program).status == 0)
        #expect(text("input").split(separator: "\n").count == 2)
    }

    @Test func whatFailsIsSaidAndComesAgain() throws {
        let program = try script("[ \"$ATRIUM_UID\" = one ] && exit 3\necho x >> '\(home.folder)/count'")
        let result = run("--exec", program)
        #expect(result.status == 75)
        #expect(
            result.errors
                == "atrium: \(program) failed with exit status 3 for “Call; rm -rf \"$HOME\" --help”; the next run tries again\n"
        )
        #expect(text("count") == "x\n")
        let again = home.run(["alarms", "due", "--exec", program, "--json"], modules: [alarmsModule])
        #expect(again.status == 75)
        #expect(again.output.contains("\"succeeded\":false"))
        #expect(again.output.contains("\"uid\":\"one\""))
        #expect(!again.output.contains("\"uid\":\"two\""))
        #expect(text("count") == "x\n")
        _ = try script("exit 0")
        #expect(run("--exec", program).status == 0)
        #expect(run("--exec", program).errors.isEmpty)
    }

    @Test func aProgramThatIsNoneLeavesAllForTheNextRun() throws {
        let missing = run("--exec", "/nowhere/program")
        #expect(missing.status == 66)
        #expect(missing.errors.contains("there is no program “/nowhere/program”"))
        let plain = try home.file("plain.txt", "no program")
        let refused = run("--exec", plain)
        #expect(refused.status == 77)
        #expect(refused.errors.contains("cannot be run"))
        #expect(run("--exec", " ").status == 64)
        let program = try script("echo x >> '\(home.folder)/count'")
        #expect(run("--exec", program).status == 0)
        #expect(text("count") == "x\nx\n")
        // Nothing is due any more, and a wrong name is said all the same.
        #expect(run("--exec", "no-such-program-anywhere").status == 66)
        #expect(run("--exec", home.folder).status == 77)
        #expect(run("--exec", "true").status == 0)
    }

    @Test func itStandsAlone() throws {
        let result = run("--exec", "true", "--since", "2026-01-01T00:00:00Z")
        #expect(result.status == 64)
        #expect(result.errors.contains("--exec cannot be combined"))
        #expect(home.run(["garden", "list", "--exec", "true"]).status == 64)
    }

    @Test func withoutItNothingIsRemembered() throws {
        for _ in 0..<2 {
            let result = run()
            #expect(result.status == 0)
            #expect(result.output.contains("Tea"))
        }
    }

    @Test func aProgramThatDoesNotEndIsEnded() throws {
        let program = DueProgram(path: try script("exec sleep 600"), patience: 0.2)
        #expect(try program.failure([:]) == "did not end within 0 seconds")
    }

    @Test func whatAProgramHasBegunIsEndedWithIt() throws {
        let fifo = home.folder + "/alive"
        // The shell and what it waits for have it open as long as they live.
        let program = DueProgram(
            path: try script("exec 3>'\(fifo)'; echo begun >&3; sleep 600; echo"), patience: 2)
        #expect(mkfifo(fifo, 0o600) == 0)
        let reader = open(fifo, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(reader) }
        #expect(try program.failure([:]) != nil)
        var bytes = [UInt8](repeating: 0, count: 16)
        #expect(read(reader, &bytes, 16) == 6)
        var wait = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
        #expect(poll(&wait, 1, 20_000) == 1)
        #expect(wait.revents & Int16(POLLHUP) != 0)
    }

    @Test func aSignalIsAFailure() throws {
        let program = DueProgram(path: try script("kill -TERM $$"))
        #expect(try program.failure([:]) == "was killed by signal 15")
    }

    /// A program may end without reading, and an item may be longer than a pipe, or than the environment.
    @Test func longItemsAreOnStandardInputAlone() throws {
        let long = String(repeating: "x", count: 300_000)
        let item: DataObject = ["title": .text("a\0b"), "note": .text(long)]
        #expect(try DueProgram(path: "true").failure(item) == nil)
        let program = try script("[ -z \"${ATRIUM_NOTE+set}\" ] && [ \"$(wc -c)\" -gt 300000 ]")
        #expect(try DueProgram(path: program).failure(item) == nil)
        #expect(DueProgram.variables(of: item)["ATRIUM_TITLE"] == "a\u{FFFD}b")
    }
}

/// A module of which two things came due a minute ago.
private let alarmsModule = Module(
    manifest: Manifest(
        id: "alarms", title: "Alarms", summary: "What comes due.", version: "1.0.0", icon: "bell",
        isEnabledAtFirst: true),
    migrations: [
        Migration(
            "create alarms",
            sql: """
                CREATE TABLE alarms_alarm (id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT NOT NULL, title TEXT NOT NULL)
                    STRICT;
                """)
    ],
    collections: [
        Collection(
            CollectionID(module: "alarms", name: "alarms"), recordName: "alarm", isMain: true,
            table: "alarms_alarm", titleSQL: "r.title", searchFields: [], recordFields: DueList.fields,
            commands: [
                Command(
                    "due", .query, summary: "List what came due.", fields: [DueList.since.declaration],
                    result: .list(
                        DueList.fields + [FieldDeclaration("note", .longText, help: "A note.")],
                        columns: ["id", "title"])
                ) { _, context in
                    let came = DataValue.text(Timestamp.text(context.now.addingTimeInterval(-60)))
                    func alarm(_ id: Int64, _ uid: String, _ title: String, note: String?) -> DataValue {
                        .object([
                            "id": .integer(id), "uid": .text(uid), "title": .text(title), "cameDue": came,
                            "note": .text(orNull: note),
                        ])
                    }
                    return .object([
                        "items": .list([
                            alarm(1, "one", "Call; rm -rf \"$HOME\" --help", note: nil),
                            alarm(2, "two", "Tea", note: "two\nlines"),
                        ])
                    ])
                }.asDueList
            ])
    ])
