import UDF

/// What scripts may reach now: a reload changes it while calls are under way.
final class CurrentPermissions: Sendable {
  private let current: Guarded<Permissions>

  init(_ permissions: Permissions) { current = Guarded(permissions) }

  var value: Permissions {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }
}
