import ArgumentParser

/// `udfhost data`: manages the folders in which apps keep their data.
struct Data: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List, adopt or remove the data that apps have kept.",
    usage: """
      udfhost data list [--json]
      udfhost data adopt FOLDER APP.lua
      udfhost data remove FOLDER [--yes]
      """,
    discussion: "Exit codes: 0 all well, 1 a folder is in use or cannot be changed, 2 wrong arguments.",
    subcommands: [DataList.self, DataAdopt.self, DataRemove.self])
}
