/// Where an app keeps its data.
enum DataFolder {
  /// `$XDG_DATA_HOME/udfhost/APP`, or `~/.local/share/udfhost/APP`.
  static func path(app: String, environment: any EnvironmentSource) -> String {
    let home = environment.value(of: "HOME") ?? ""
    let data = environment.value(of: "XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    // Whatever the app is called, it leads to no other folder.
    return "\(data ?? "\(home)/.local/share")/udfhost/\(app.percentEncoded(keeping: "-_ "))"
  }
}
