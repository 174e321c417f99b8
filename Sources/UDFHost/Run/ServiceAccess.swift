import UDFServices

/// What services and engines may reach: the app's folder and data, and what the user has granted.
final class ServiceAccess: GenerationAdopter {
  /// For the services, which read it on any thread.
  let permissions: CurrentPermissions
  private let folder: String
  /// See ``HostConfiguration/data``.
  private let data: String?
  private let arguments: [String]
  private let grants: [Grant]
  private let environment: any EnvironmentSource

  /// - Parameter folder: the app's, absolute.
  init(
    folder: String, data: String?, arguments: [String], grants: [Grant], environment: any EnvironmentSource
  ) {
    self.folder = folder
    self.data = data
    self.arguments = arguments
    self.grants = grants
    self.environment = environment
    permissions = CurrentPermissions(ServiceAccess.least(in: folder))
  }

  /// What may be reached without an app.
  private static func least(in folder: String) -> Permissions {
    Permissions(folder: folder, dataFolder: folder, arguments: [], grants: [])
  }

  func adopt(_ generation: Generation?) {
    guard let generation else {
      permissions.value = ServiceAccess.least(in: folder)
      return
    }
    permissions.value = Permissions(
      folder: folder, modules: Array(generation.modules.keys),
      dataFolder: data ?? DataFolder.path(app: generation.name, environment: environment),
      arguments: arguments, grants: grants + generation.grants)
  }
}
