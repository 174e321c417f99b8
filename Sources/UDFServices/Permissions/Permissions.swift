import UDFNetwork

/// What the scripts of an app may reach.
package struct Permissions: Sendable {
  var files: FileAccess
  /// Names of variables.
  let environment: Set<String>
  package let hosts: HostPatterns
  /// The app's own, for what outlives it.
  package let dataFolder: String

  package init(folder: String, modules: [String] = [], dataFolder: String, arguments: [String], grants: [Grant]) {
    self.dataFolder = dataFolder
    files = FileAccess(folder: folder, modules: modules, arguments: arguments)
    for grant in grants where grant.kind == .files { files.grant(grant.value) }
    // Each was looked at when it was read.
    hosts = (try? HostPatterns(grants.filter { $0.kind == .hosts }.map(\.value))) ?? .none
    environment = Set(grants.filter { $0.kind == .env }.map(\.value))
  }
}
