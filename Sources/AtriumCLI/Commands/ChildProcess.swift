import AtriumSDK
import Foundation
import Glibc

/// A program that runs beside this one, without a shell, until it ends or its time is over.
///
/// It has this process's standard error for its output too, so that standard output stays what the tool says it is. With the
/// programs that it begins it is a process group of its own, so that all of them end where it is ended.
struct ChildProcess {
    /// The program: a path, or a name that is looked for in PATH.
    let path: String
    /// What is set in its environment beside this process's own; nil takes a variable away.
    let variables: [String: String?]
    /// What it reads on standard input.
    let input: String

    /// How it ended.
    enum End: Equatable {
        /// By itself.
        case exited(Int32)
        /// By a signal.
        case killed(Int32)
        /// It did not, and was killed.
        case overdue
    }

    /// Runs it.
    ///
    /// - Parameters:
    ///   - patience: after how many seconds it is killed, with what it has begun.
    ///   - interruption: ends it where the user wants to stop: Ctrl-C reaches only this process's own group.
    /// - Throws: ``AtriumError`` with code `notFound` or `notPermitted` where there is no such program or it is none,
    ///   `inputOutput` where it cannot be begun.
    func run(patience: Double, interruption: Interruption? = nil) throws -> End {
        let child = try spawn()
        guard let interruption else { return try wait(for: child, patience: patience) }
        return try interruption.working(stop: { kill(-child, SIGTERM) }) {
            try wait(for: child, patience: patience)
        }
    }

    private func wait(for child: pid_t, patience: Double) throws -> End {
        var status: Int32 = 0
        var pause: UInt32 = 500
        let limit = ContinuousClock.now.advanced(by: .seconds(patience))
        while true {
            let ended = waitpid(child, &status, WNOHANG)
            if ended == child { break }
            if ended < 0, errno != EINTR {
                throw AtriumError(.inputOutput, "cannot wait for \(path) to end (error \(errno))")
            }
            if ContinuousClock.now >= limit {
                kill(-child, SIGKILL)
                while waitpid(child, &status, 0) < 0, errno == EINTR {}
                return .overdue
            }
            // POSIX knows no wait with a limit, and its signal for an ended child is the whole process's. Short at first, since
            // most such programs end at once.
            usleep(pause)
            pause = min(pause * 2, 50_000)
        }
        let signal = status & 0x7F
        return signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal)
    }

    /// Refuses a path or a name by which no program is found: before there is anything to run it for.
    ///
    /// Whether it can be run otherwise, only running it tells.
    /// - Throws: ``AtriumError``: `notFound` or `notPermitted`.
    static func requireProgram(_ path: String) throws {
        let folders = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let candidates =
            path.contains("/")
            ? [path] : folders.split(separator: ":").map { String($0) + "/" + path }
        var found: Int32 = ENOENT
        for candidate in candidates {
            if access(candidate, X_OK) == 0, !isFolder(candidate) { return }
            // As execvp has it: one that is there and may not be run is said before one that is not there.
            if access(candidate, F_OK) == 0 { found = EACCES }
        }
        throw refusal(found, of: path)
    }

    private static func isFolder(_ path: String) -> Bool {
        var information = stat()
        return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
    }

    private func spawn() throws -> pid_t {
        // A file and no pipe: the program may end without having read it.
        guard let file = tmpfile() else {
            throw AtriumError(.inputOutput, "cannot create a temporary file (error \(errno))")
        }
        defer { fclose(file) }
        let text = Array(input.utf8)
        guard fwrite(text, 1, text.count, file) == text.count, fflush(file) == 0,
            lseek(fileno(file), 0, SEEK_SET) == 0
        else { throw AtriumError(.inputOutput, "cannot write the temporary file (error \(errno))") }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, fileno(file), STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // This process ignores it, and a program would inherit that.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        // The thread that runs this may hold signals back.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
        let names: [UnsafeMutablePointer<CChar>?] = [strdup(path), nil]
        var settings: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") }
        settings.append(nil)
        defer { for text in names + settings { free(text) } }
        var child: pid_t = 0
        let error = posix_spawnp(&child, path, &actions, &attributes, names, settings)
        guard error == 0 else { throw Self.refusal(error, of: path) }
        return child
    }

    private var environment: [String: String] {
        variables.reduce(into: ProcessInfo.processInfo.environment) { $0[$1.key] = $1.value }
    }

    private static func refusal(_ error: Int32, of path: String) -> AtriumError {
        switch error {
        case ENOENT, ENOTDIR:
            AtriumError(
                .notFound, "there is no program “\(path)”",
                remedy: "give the path of a program, or the name of a program in PATH")
        case EACCES, ENOEXEC, EPERM:
            AtriumError(
                .notPermitted, "“\(path)” cannot be run",
                remedy: "make it executable (chmod +x); a script must begin with #! and its interpreter")
        default:
            AtriumError(
                .inputOutput, "cannot start “\(path)”: \(String(cString: strerror(error)))",
                remedy: "try again when the system has free resources")
        }
    }
}
