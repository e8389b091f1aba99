import Foundation
import Synchronization

/// Lets processes of their own try the files, so that one that crashes or hangs costs only its file.
struct Workers {
    let corpus: URL
    let paths: [String]

    /// The outcomes in the order of `paths`, from as many processes as there are processors.
    func run() throws -> [Outcome] {
        let queue = Mutex(paths.indices.makeIterator())
        let outcomes = Mutex([Int: Outcome]())
        let problem = Mutex<(any Error)?>(nil)
        DispatchQueue.concurrentPerform(iterations: ProcessInfo.processInfo.activeProcessorCount) { _ in
            do {
                var worker = try Worker(corpus: corpus)
                while let index = queue.withLock({ $0.next() }) {
                    let outcome = try worker.outcome(of: paths[index])
                    outcomes.withLock { $0[index] = outcome }
                    if outcome.differences.contains(where: { $0.kind == .crash }) {
                        worker = try Worker(corpus: corpus)
                    }
                }
                worker.end()
            } catch {
                problem.withLock { $0 = error }
            }
        }
        if let problem = problem.withLock({ $0 }) { throw problem }
        return outcomes.withLock { found in paths.indices.compactMap { found[$0] } }
    }
}

/// A process that tries one file after the other: a path a line in, an ``Outcome`` as JSON a line out.
private struct Worker {
    private let process = Process()
    private let input = Pipe()
    private let output: UnsafeMutablePointer<FILE>

    init(corpus: URL) throws {
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["--worker", corpus.path]
        process.standardInput = input
        process.standardOutput = pipe
        try process.run()
        guard let output = fdopen(dup(pipe.fileHandleForReading.fileDescriptor), "r") else {
            throw CorpusError("cannot read from a worker: \(String(cString: strerror(errno)))")
        }
        self.output = output
    }

    /// Waits for the process to end, which counts what it has cost.
    func end() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
        fclose(output)
    }

    func outcome(of path: String) throws -> Outcome {
        try input.fileHandleForWriting.write(contentsOf: Data((path + "\n").utf8))
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        if getline(&line, &capacity, output) > 0, let line {
            return try JSONDecoder().decode(Outcome.self, from: Data(String(cString: line).utf8))
        }
        process.waitUntilExit()
        fclose(output)
        var outcome = Outcome(path: path)
        let how = process.terminationReason == .uncaughtSignal ? "signal" : "exit"
        outcome.add(.crash, "\(how) \(process.terminationStatus)")
        return outcome
    }
}
