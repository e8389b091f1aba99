import AtriumCLI
import AtriumHost
import AtriumSDK

/// One run of the tool in memory.
struct ToolRun {
    let status: Int32
    let output: String
    let errors: String

    /// Runs the tool with the garden module.
    ///
    /// - Parameters:
    ///   - arguments: the words after the program's name.
    ///   - input: what standard input gives.
    ///   - columns: the width of standard output as a terminal; nil for none.
    ///   - environment: environment variables; by default none, and a hub where no folder can be.
    init(
        _ arguments: [String], input: String = "", columns: Int? = nil, modules: [Module] = [gardenModule],
        environment: [String: String] = ["ATRIUM_HOME": "/dev/null/atrium"]
    ) {
        let output = MemoryOutput(terminalColumns: columns)
        let errors = MemoryOutput()
        status = CommandLineTool(modules: modules, formats: [PlantFormat()]).run(
            arguments, environment: environment, input: MemoryInput(Array(input.utf8)), output: output,
            errors: errors)
        self.output = output.text
        self.errors = errors.text
    }
}
