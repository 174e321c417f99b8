import Platform
import UDF

/// What scripts may reach now: a reload changes it while calls are under way.
package final class CurrentPermissions: Sendable {
  private let current: Guarded<Permissions>

  package init(_ permissions: Permissions) { current = Guarded(permissions) }

  package var value: Permissions {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }
}
