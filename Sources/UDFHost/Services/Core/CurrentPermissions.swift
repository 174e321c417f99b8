import Synchronization

/// What scripts may reach now: a reload changes it while calls are under way.
final class CurrentPermissions: Sendable {
  private let current: Mutex<Permissions>

  init(_ permissions: Permissions) { current = Mutex(permissions) }

  var value: Permissions {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }
}
