import Platform
import UDFHost

/// What it costs to check that a call comes from the host's owner: a call that does next to nothing else.
struct OwnerCase {
  let rounds: Int
  private let count = 1_000_000

  func run() async throws -> [Result] {
    let thread = try await withCheckedThrowingContinuation { continuation in
      _ = BackgroundThread.start { continuation.resume(with: Swift.Result { try seconds() }) }
    }
    return [
      Result(name: "owner: a checked call, of a thread", seconds: thread, promise: 3e-9),
      Result(name: "owner: a checked call, of a task", seconds: try seconds(), promise: 3e-9),
      Result(name: "owner: a checked call, of an actor", seconds: try await Bench().seconds(self), promise: 3e-9),
    ]
  }

  /// Of one call of a host that belongs to the caller.
  fileprivate func seconds() throws -> Double {
    let host = try Counter.app().host()
    var told = 0
    let times = try Timing.medians(
      rounds: rounds, count: count, [{ for _ in 0..<count where host.tellsActions { told += 1 } }])
    precondition(told == (rounds + 1) * count)
    return times[0]
  }
}

private actor Bench {
  func seconds(_ measured: OwnerCase) throws -> Double { try measured.seconds() }
}
