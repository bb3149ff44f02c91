internal import ControlCommand
internal import Glibc

exit(Signagectl().run(Array(CommandLine.arguments.dropFirst())).rawValue)
