import ArgumentParser

/// `udfhost new`: an app or a feature to begin with.
struct New: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make an app, or a feature of one, that runs and passes its tests.",
    usage: "udfhost new app|feature NAME",
    discussion: "Nothing is overwritten. Exit codes: 0 made, 2 not made.",
    subcommands: [NewApp.self, NewFeature.self])
}
