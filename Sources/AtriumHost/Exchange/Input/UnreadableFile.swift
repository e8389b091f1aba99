import AtriumSDK

/// A file that cannot be read, for the report to say why.
struct UnreadableFile: ImportFile {
    let name: String
    let error: AtriumError

    func open() throws -> any ImportFileReader { throw error }
}

extension ImportInput {
    /// What becomes of the input, or in its place one that says why nothing can: a part of it is not what was meant.
    ///
    /// - Throws: ``WholeImportError``, which is about more than the input.
    func orUnreadable(_ body: () throws -> [ImportInput]) throws -> [ImportInput] {
        do {
            return try body()
        } catch let failure as WholeImportError {
            throw failure
        } catch {
            let known =
                error as? AtriumError ?? AtriumError(.inputOutput, "the file cannot be read: \(error)")
            var failed = self
            failed.file = UnreadableFile(name: file.name, error: known)
            return [failed]
        }
    }
}
