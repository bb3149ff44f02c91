FakeStore.run(as: CommandLine.arguments.first ?? "")
