import AtriumSDK
import Testing

@Suite("Completion scripts")
struct CompletionTests {
    @Test(arguments: ["bash", "zsh", "fish"])
    func scriptsHoldTheCommandsAndOptions(shell: String) {
        let run = ToolRun(["--generate-completion-script", shell])
        #expect(run.status == 0)
        #expect(run.errors.isEmpty)
        for word in ["garden", "beds", "import", "restore", "height-now", "no-edible", "clear", "no-color"] {
            #expect(run.output.contains(word), "\(word)")
        }
        // The choices of --sort.
        #expect(run.output.contains("title") && run.output.contains("height"))
        // The settings of `settings set`, also those of modules.
        #expect(run.output.contains("first-weekday") && run.output.contains("garden.soil"))
        #expect(run.output == ToolRun(["--generate-completion-script=\(shell)"]).output)
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func modulesThatAreOffAreAbsent(shell: String) {
        var module = gardenModule
        module.manifest.isEnabledAtFirst = false
        let run = ToolRun(["--generate-completion-script", shell], modules: [module])
        #expect(run.status == 0)
        #expect(run.output.contains("restore"))
        #expect(!run.output.contains("garden"))
        #expect(!run.output.contains("height-now"))
    }
}
