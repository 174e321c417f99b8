/// Computes the paths of the folders in which apps store their data.
package enum DataFolder {
  /// The prefix of a data folder's path if HOME is not set. Stores that need no folder work nevertheless.
  package static let unknown = "$HOME/"

  /// The folder of all apps: `$XDG_DATA_HOME/udfhost`, or `~/.local/share/udfhost`; nil if HOME is not set.
  package static func root(_ environment: any EnvironmentSource) -> String? {
    environment.folder("XDG_DATA_HOME", inHome: ".local/share").map { "\($0)/udfhost" }
  }

  /// The folder of an app, by its name and the absolute path of its file. Two apps with the same name have different folders.
  package static func path(app: String, file: String, environment: any EnvironmentSource) -> String {
    let name = "\(encoded(app: app))@\(FileName.encoded(path: file))"
    return "\(root(environment) ?? "\(unknown).local/share/udfhost")/\(FileName.steps(name))"
  }

  /// Encodes an app's name as one path component, so that no name can refer to another folder.
  static func encoded(app: String) -> String { app.percentEncoded(keeping: "-_ ") }
}
