FakePainter.run(as: CommandLine.arguments.first ?? "")
