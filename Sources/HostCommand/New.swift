import ArgumentParser
import Platform
import UDFConsole
import UDFHost

/// `udfhost new KIND NAME`: makes an app, or a part of the app in the working folder.
struct New: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make an app, or a part of one, that runs and passes its tests.",
    usage: "udfhost new KIND NAME",
    discussion: """
      \(Scaffold.Kind.list)

      A part goes into the folder of app.lua. Nothing is overwritten. Exit codes: 0 made, 2 not made.
      """)

  @Argument(help: "What to make.")
  var kind: Scaffold.Kind

  @Argument(help: "The name: letters, digits and _.")
  var name: String

  func run() throws {
    try Scaffold.check(name)
    if kind != .app {
      if AppHost.reservedNames.contains(name) {
        throw UsageError("\(name): the console uses this name itself; choose another")
      }
      guard access("app.lua", F_OK) == 0 else {
        throw UsageError(
          """
          there is no app.lua in this folder
            To fix this, go to the folder of your app, or make one: udfhost new app NAME
          """)
      }
    }
    let scaffold = Scaffold(kind, name: name)
    try scaffold.save()
    scaffold.report()
  }
}
