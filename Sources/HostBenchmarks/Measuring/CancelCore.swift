import Platform
import UDF
import UDFHost
import UDFServices

/// What effects await and tell that are to be cancelled: a service that ends only then, and one that counts who has closed.
struct CancelCore: HostCore {
  let instances = Instances()
  private let count = Guarded(0)

  /// How many effects have run their `<close>`.
  var closed: Int { count.withLock { $0 } }

  func services() -> [HostService] {
    [
      HostService(
        "probe",
        [
          ServiceMethod(awaiting: "wait") { _ in
            try await Task.sleep(for: .seconds(3600))
            return .none
          },
          ServiceMethod("closed") { [count] _ in
            count.withLock { $0 += 1 }
            return .none
          },
        ])
    ]
  }
}
