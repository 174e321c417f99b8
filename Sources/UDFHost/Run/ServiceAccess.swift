import LuaRuntime
import Platform
import UDFServices

/// The permissions of services and engines: the app's folder and data, and the user's grants.
final class ServiceAccess: GenerationAdopter {
  /// The permissions as services read them, on any thread.
  let permissions: CurrentPermissions
  private let folder: String
  private let mainFile: String
  /// See ``HostConfiguration/keepsData``.
  private let keepsData: Bool
  /// See ``HostConfiguration/data``.
  private let data: String?
  private let arguments: [String]
  private let grants: [Grant]
  /// See ``HostConfiguration/adoptData``.
  private let adoptData: (@Sendable (DataOffer) -> Bool)?
  /// See ``HostConfiguration/decideGrants``.
  private let decideGrants: @Sendable (GrantRequest) -> [Grant]
  private let environment: any EnvironmentSource
  private let files: any FileStore
  private let events: EventHub
  /// The grants that the app has requested so far, and those that it got; nil before its first load.
  private var decision: (requested: [Grant], granted: [Grant])?

  /// - Parameter folder: the absolute path of the app's folder.
  init(
    folder: String, mainFile: String, keepsData: Bool, data: String?, arguments: [String], grants: [Grant],
    decideGrants: @escaping @Sendable (GrantRequest) -> [Grant],
    adoptData: (@Sendable (DataOffer) -> Bool)?, environment: any EnvironmentSource, files: any FileStore,
    events: EventHub
  ) {
    self.folder = folder
    self.mainFile = mainFile
    self.keepsData = keepsData
    self.data = data
    self.arguments = arguments
    self.grants = grants
    self.decideGrants = decideGrants
    self.adoptData = adoptData
    self.environment = environment
    self.files = files
    self.events = events
    permissions = CurrentPermissions(ServiceAccess.least(in: folder))
  }

  /// The permissions without an app.
  private static func least(in folder: String) -> Permissions {
    Permissions(folder: folder, data: .folder(folder), arguments: [], grants: [])
  }

  func adopt(_ generation: Generation?) {
    guard let generation else {
      decision = nil
      permissions.value = ServiceAccess.least(in: folder)
      return
    }
    let data = place(of: generation.name)
    let requested = permissions(of: generation, data: data).missing(of: generation.grants, in: files)
    permissions.value = permissions(
      of: generation, data: data, adding: decide(GrantRequest(app: generation.name, file: file, grants: requested)))
  }

  private func place(of app: String) -> DataPlace {
    guard keepsData else { return .memory }
    let folder = data ?? ownFolder(of: app)
    return folder.hasPrefix(DataFolder.unknown) ? .unknown(folder) : .folder(folder)
  }

  /// Returns the app's data folder. At the first load without one, the user may choose the data of another app.
  private func ownFolder(of app: String) -> String {
    let folder = DataFolder.path(app: app, file: file, environment: environment)
    guard decision == nil, let adoptData, let root = DataFolder.root(environment), !Folder.exists(folder) else {
      return folder
    }
    let folders = DataFolders(root: root)
    guard let left = folders.leftBehind(by: app).first,
      adoptData(DataOffer(left: left, file: file, folder: folder))
    else { return folder }
    do { try folders.adopt(left, as: folder) } catch {
      events.warn("\(error); the data was not adopted")
    }
    return folder
  }

  private var file: String { "\(folder)/\(mainFile)" }

  private func permissions(of generation: Generation, data: DataPlace, adding granted: [Grant] = []) -> Permissions {
    Permissions(
      folder: folder, modules: Array(generation.modules.keys), home: environment.value(of: "HOME"), data: data,
      arguments: arguments, grants: grants + granted)
  }

  /// Returns the granted part of a request. The user decides at the first load; later the decision stays.
  private func decide(_ request: GrantRequest) -> [Grant] {
    var decided = decision ?? (request.grants, request.grants.isEmpty ? [] : decideGrants(request))
    let more = request.grants.filter { !decided.requested.contains($0) }
    if !more.isEmpty {
      let names = more.map { "\($0.kind) \(LuaText.quoted($0.value))" }.joined(separator: ", ")
      events.warn(
        "\(mainFile) now requests more: \(names); the app continues with the earlier grants. "
          + "To decide about it, restart the app.")
      // Reported once, and not after each save.
      decided.requested += more
    }
    decision = decided
    return request.grants.filter(decided.granted.contains)
  }
}
