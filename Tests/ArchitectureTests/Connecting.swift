/// The words by which Swift code would ask something of the network, or have another program do it.
enum Connecting {
    private static let names = [
        // Connections and names of hosts, by the system's own calls.
        "socket(", "socketpair(", "connect(", "sendto(", "sendmsg(", "getaddrinfo(", "gethostbyname(",
        "res_query(",
        // By Foundation, some of whose initializers fetch what is at a URL.
        "URLSession", "URLRequest", "NSURLConnection", "FoundationNetworking", "CFSocketCreate(",
        "CFStreamCreatePairWithSocketToHost(", "Stream.getStreamsToHost(", "Data(contentsOf:",
        "String(contentsOf:", "NSData(contentsOf:",
        "InputStream(url:", "XMLParser(contentsOf:", "XMLDocument(contentsOf:",
        // By libxml2, which fetches what has an address; what it is given here are bytes.
        "xmlReadFile(", "xmlCtxtReadFile(", "xmlParseFile(", "xmlReaderForFile(", "xmlNewTextReaderFilename(",
        // By what servers are made of.
        "HTTPClient", "AsyncHTTPClient", "NIOSSLClientHandler(", "WebSocketClient",
        // By another program, or by a function that no word here would name.
        "Process(", "ChildProcess(", "posix_spawn(", "posix_spawnp(", "popen(", "system(", "fork(", "vfork(",
        "execv(", "execve(", "execvp(", "execl(", "execlp(", "dlopen(", "dlsym(", "syscall(",
    ]

    /// Where one of the words stands all the same, and why nothing is asked of the network there.
    static let reasons = [
        "Sources/AtriumHost/Hub/HubEnvironment.swift": [
            "system(": "the system's environment: a function of its own"
        ],
        "Sources/AtriumCLI/CommandLineTool.swift": [
            "system(": "the system's environment: a function of its own"
        ],
        "Sources/AtriumHost/Upkeep/FileSystem.swift": ["dlsym(": "looks up renameat2, which renames a file"],
        "Sources/AtriumCLI/Streams/Clipboard.swift": [
            "Process(": "runs a reader of the clipboard, with arguments that are fixed"
        ],
        "Sources/AtriumCLI/Commands/ChildProcess.swift": [
            "posix_spawnp(": "begins a program that the person at the terminal names"
        ],
        "Sources/AtriumCLI/Commands/DueProgram.swift": [
            "ChildProcess(": "runs what reminders due --exec names, at a terminal only"
        ],
    ]

    /// The names by the word that each begins with, so that a line is searched only for what can be in it.
    private static let byFirstWord = Dictionary(grouping: names) { Substring($0.prefix(while: isOfWord)) }

    private static func isOfWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }

    /// The words that stand in a line, each once.
    static func words(in line: Substring) -> [String] {
        var found: [String] = []
        for word in Set(line.split { !isOfWord($0) }) {
            found += byFirstWord[word, default: []].filter { line.firstRange(of: $0) != nil }
            // All that NIO makes connections and servers with is named alike.
            if word.hasSuffix("Bootstrap") { found.append("Bootstrap") }
        }
        return found
    }
}
