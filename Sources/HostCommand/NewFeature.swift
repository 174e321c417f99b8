import ArgumentParser
import Platform
import UDFConsole
import UDFHost

/// `udfhost new feature NAME`: a feature for the app in this folder.
struct NewFeature: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feature",
    abstract: "Make a feature, its service and its tests for the app in this folder.",
    usage: "udfhost new feature NAME")

  @Argument(help: "The feature's name: letters, digits and _.")
  var name: String

  func run() throws {
    try Scaffold.check(name)
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
    var scaffold = Scaffold(app: "", feature: name, folder: "")
    scaffold.addFeature()
    try scaffold.save()
    scaffold.tell(
      """

      To use it, add to app.lua:
        features = { …, require "features.\(name)" },
        services = { …, \(name) = require "services.\(name)" },
      """)
  }
}
