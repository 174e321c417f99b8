import ArgumentParser

/// `udfhost new app NAME`: a folder with an app that has one feature.
struct NewApp: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "app",
    abstract: "Make a folder with an app that has one feature, its service, its tests and a README.",
    usage: "udfhost new app NAME")

  private static let feature = "items"

  @Argument(help: "The app's name and folder: letters, digits and _.")
  var name: String

  func run() throws {
    try Scaffold.check(name)
    var scaffold = Scaffold(app: name, feature: Self.feature, folder: name)
    scaffold.add("app.lua", PackageResources.app_lua)
    scaffold.addFeature()
    scaffold.add("README.md", PackageResources.README_md)
    try scaffold.save()
    scaffold.tell(
      """

      To see it:
        udfhost \(name)/app.lua
        udfhost test \(name)/app.lua
        udfhost annotations \(name)/app.lua    (for an editor with LuaLS)
      """)
  }
}
