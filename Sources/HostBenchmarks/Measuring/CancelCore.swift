import Platform
import UDF
import UDFHost
import UDFServices

/// A core with a service for the cancellation test: `wait` suspends an effect until it is cancelled, and `closed` counts the
/// effects that have run their `<close>`.
struct CancelCore: HostCore {
  let instances = Instances()
  private let count = Guarded(0)

  /// The number of effects that have run their `<close>`.
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
