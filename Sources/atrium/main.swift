import AtriumCLI
import Glibc

exit(CommandLineTool(modules: installedModules, formats: installedFormats).runAsProcess())
