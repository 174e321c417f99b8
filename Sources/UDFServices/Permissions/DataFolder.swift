/// Where an app keeps its data.
package enum DataFolder {
  /// What a folder begins with that nobody can tell, because HOME is not set: not every store needs one.
  package static let unknown = "$HOME/"

  /// `$XDG_DATA_HOME/udfhost/APP`, or `~/.local/share/udfhost/APP`.
  package static func path(app: String, environment: any EnvironmentSource) -> String {
    func folder(_ name: String) -> String? { environment.value(of: name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
    let data = folder("XDG_DATA_HOME") ?? "\(folder("HOME") ?? "$HOME")/.local/share"
    // Whatever the app is called, it leads to no other folder.
    return "\(data)/udfhost/\(app.percentEncoded(keeping: "-_ "))"
  }
}
