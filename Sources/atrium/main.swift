import AtriumCLI
import AtriumHTTP
import Glibc

let tool = CommandLineTool(modules: installedModules, formats: installedFormats, server: HubServer.serve)
exit(tool.runAsProcess())
