import UDFNetwork

/// The files, environment variables and hosts that the scripts of an app may access.
package struct Permissions: Sendable {
  var files: FileAccess
  /// The names of readable environment variables.
  let environment: Set<String>
  package let hosts: HostPatterns
  /// Where the app's data is.
  package let data: DataPlace

  package init(
    folder: String, modules: [String] = [], home: String? = nil, data: DataPlace, arguments: [String],
    grants: [Grant]
  ) {
    self.data = data
    files = FileAccess(folder: folder, modules: modules, home: home, arguments: arguments)
    for grant in grants where grant.kind == .files { files.grant(grant.value) }
    // The patterns were validated when the grants were read.
    hosts = (try? HostPatterns(grants.filter { $0.kind == .hosts }.map(\.value))) ?? .none
    environment = Set(grants.filter { $0.kind == .env }.map(\.value))
  }

  /// The grants in the list that are not given yet. Files and folders get absolute paths, with links followed.
  package func missing(of grants: [Grant], in store: any FileStore) -> [Grant] {
    var missing: [Grant] = []
    for var grant in grants where !isGiven(grant, in: store) {
      if grant.kind == .files { grant.value = files.resolved(grant.value, in: store) }
      if !missing.contains(grant) { missing.append(grant) }
    }
    return missing
  }

  private func isGiven(_ grant: Grant, in store: any FileStore) -> Bool {
    switch grant.kind {
    case .files: files.isGranted(grant.value, in: store)
    case .env: environment.contains(grant.value)
    case .hosts: hosts.includes(grant.value)
    }
  }
}
