/// What the scripts of an app may reach.
struct Permissions: Sendable {
  var files: FileAccess
  /// Names of variables.
  let environment: Set<String>

  init(folder: String, arguments: [String], grants: [Grant]) {
    files = FileAccess(folder: folder, arguments: arguments)
    for grant in grants where grant.kind == .files { files.grant(grant.value) }
    environment = Set(grants.filter { $0.kind == .env }.map(\.value))
  }
}
