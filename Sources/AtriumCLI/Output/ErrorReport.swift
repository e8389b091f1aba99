import AtriumHost
import AtriumSDK

extension FieldType {
    /// Whether the values are files, in which something can be wrong that nobody has typed.
    fileprivate var isOfFiles: Bool { self == .file || self == .list(.file) }
}

/// How a run ends badly: one line on standard error, with `--json` also an object on standard output, and a status.
struct ErrorReport {
    let streams: Streams
    let isJSON: Bool
    let isColorless: Bool
    /// The parameters of the command, to name an option where an error names a field.
    var parameters: [Parameter] = []

    /// Makes reports for a run.
    init(streams: Streams, isJSON: Bool, isColorless: Bool) {
        self.streams = streams
        self.isJSON = isJSON
        self.isColorless = isColorless
    }

    /// Reports an error and gives the exit status.
    ///
    /// A pipe whose reader has gone is no error and gets no words.
    func end(_ error: any Error) -> Int32 {
        if error is ReaderGone { return ReaderGone.exitStatus }
        if error is ImportCancelled { return endInterrupted() }
        let error = located(error)
        // Where even these streams fail, the exit status is all that is left to say.
        if isJSON {
            try? streams.output.write(Self.json(error).json + "\n")
        }
        try? streams.output.flush()
        try? streams.errors.write(line(error.description))
        try? streams.errors.flush()
        return error.code.exitStatus
    }

    /// Says that the user has stopped the run.
    private func endInterrupted() -> Int32 {
        let message = "interrupted; nothing was changed"
        if isJSON {
            let error: DataObject = [
                "code": .text("interrupted"), "message": .text(message), "remedy": .text(""),
            ]
            try? streams.output.write(DataValue.object(["error": .object(error)]).json + "\n")
        }
        try? streams.output.flush()
        try? streams.errors.write("atrium: \(message)\n")
        try? streams.errors.flush()
        return Interruption.exitStatus
    }

    /// Says what is wrong on standard error, for what does not end the run.
    func note(_ error: any Error) throws {
        try streams.errors.write(line(located(error).description))
    }

    /// Says on standard error what the user should know of a result, a line each.
    func warn(_ warnings: [String]) throws {
        guard !warnings.isEmpty else { return }
        // After the result, where both go to one terminal.
        try streams.output.flush()
        for warning in warnings { try streams.errors.write(line("warning: " + warning)) }
    }

    /// An error as `{"error":{"code","message","remedy"}}`, with `choices` where a name fits several records, and
    /// `slots` where a time is taken.
    static func json(_ error: AtriumError) -> DataValue {
        var object: DataObject = [
            "code": .text(error.code.rawValue), "message": .text(error.message),
            "remedy": .text(error.remedy.description),
        ]
        if !error.choices.isEmpty { object["choices"] = .list(error.choices.map(\.value)) }
        if !error.slots.isEmpty { object["slots"] = .list(error.slots.map(\.value)) }
        return .object(["error": .object(object)])
    }

    private func line(_ message: String) -> String {
        let isColored = streams.allowsColor && !isColorless && streams.errors.terminalColumns != nil
        let text = TerminalText.visible(message)
        return TextStyle(isColored: isColored).error("atrium:") + " \(text)\n"
    }

    private func located(_ error: any Error) -> AtriumError {
        guard var known = error as? AtriumError else {
            return AtriumError(
                .internal, "unexpected error: \(error)", remedy: "please report this as a bug in Atrium")
        }
        let name = known.field?.prefix { $0 != "." }
        if let field = parameters.map(\.field).first(where: { $0.name[...] == name }) {
            known.message = Self.naming(field, in: known.message)
            // What was typed is wrong, and not what stands in some file.
            if known.code == .badData, !field.type.isOfFiles { known.code = .usage }
        }
        return known
    }

    /// A message about a field with the name that the command line has for it, in place of the declared one or in front.
    ///
    /// What is given by its place has no name that anybody types.
    private static func naming(_ field: FieldDeclaration, in message: String) -> String {
        if message.contains(field.commandLineName) { return message }
        for end in [" ", ":"] where message.hasPrefix(field.name + end) {
            return field.commandLineName + message.dropFirst(field.name.count)
        }
        return field.isPositional ? message : "\(field.commandLineName): \(message)"
    }
}
