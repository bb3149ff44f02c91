Probe.run(CommandLine.arguments)
