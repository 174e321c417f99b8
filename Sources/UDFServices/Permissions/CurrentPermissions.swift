import Platform
import UDF

/// The current permissions of an app. A reload may change them while calls are running.
package final class CurrentPermissions: Sendable {
  private let current: Guarded<Permissions>

  package init(_ permissions: Permissions) { current = Guarded(permissions) }

  package var value: Permissions {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }
}
