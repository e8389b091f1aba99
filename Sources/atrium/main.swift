import AtriumCLI
import AtriumHTTP
import AtriumWeb
import Glibc

let tool = CommandLineTool(modules: installedModules, formats: installedFormats) { hub, options in
    try HubServer.serve(hub, options, surfaces: [WebSurface(version: CommandLineTool.version)])
}
exit(tool.runAsProcess())
