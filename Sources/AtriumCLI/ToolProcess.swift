import AtriumSDK
import CMalloc
import CSQLite
import Glibc

extension CommandLineTool {
    /// Runs the tool as this process: its arguments, environment and standard streams.
    ///
    /// - Returns: the status to exit with.
    public func runAsProcess() -> Int32 {
        // A pipe whose reader has gone then shows as an error of the write, which ends the run in an orderly way.
        signal(SIGPIPE, SIG_IGN)
        keepFreedMemory()
        // SQLite would take a lock at each allocation to count its memory, which nobody asks about: 7% of an import.
        let answer = csqlite_keep_memory_statistics(0)
        assert(answer == 0, "SQLite was in use before")
        let streams = Streams(
            input: FileInput(descriptor: STDIN_FILENO, name: "standard input"),
            output: FileOutput(descriptor: STDOUT_FILENO, name: "standard output"),
            errors: FileOutput(descriptor: STDERR_FILENO, name: "standard error"),
            environment: Self.environmentVariables)
        if let error = Self.unreadableArguments() {
            return ErrorReport(streams: streams, isJSON: false, isColorless: false).end(error)
        }
        return run(
            Array(CommandLine.arguments.dropFirst()), environment: streams.environment, input: streams.input,
            output: streams.output, errors: streams.errors)
    }

    /// The error if the program cannot read its own arguments, which Swift takes from `/proc`.
    ///
    /// Without it every command would run as if no argument had been given, and print the help.
    static func unreadableArguments(at path: String = "/proc/self/cmdline") -> AtriumError? {
        guard access(path, R_OK) != 0 else { return nil }
        return AtriumError(
            .inputOutput,
            "cannot read the arguments of this command from \(path): \(String(cString: strerror(errno)))",
            remedy: "mount the file system /proc, then run the command again")
    }

    /// Has the heap keep up to two megabytes of what was freed at its end.
    ///
    /// SQLite takes 90 kB for each temporary table, one for a row's CHECK with a list, say, and frees them with the statement.
    /// Where they happen to lie at the heap's end, glibc gives them back to the system each time and asks for them anew. To
    /// tell it one of the two sizes ends its own adjusting of both: with the first alone each picture would have pages of its own.
    private func keepFreedMemory() {
        mallopt(M_TRIM_THRESHOLD, 2 << 20)
        mallopt(M_MMAP_THRESHOLD, 1 << 20)
    }

    /// The environment variables that the tool looks at.
    private static var environmentVariables: [String: String] {
        let names = ["ATRIUM_HOME", "XDG_DATA_HOME", "HOME", "USER", "LOGNAME", "NO_COLOR", "TERM", "TZ"]
        return names.reduce(into: [:]) { result, name in
            result[name] = getenv(name).map { String(cString: $0) }
        }
    }
}
