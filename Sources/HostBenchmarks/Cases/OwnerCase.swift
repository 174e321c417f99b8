import Dispatch
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
      Result(name: "owner: a refused send, from four threads at once", seconds: try refusing()),
    ]
  }

  /// Of one send that is refused.
  private func refusing() throws -> Double {
    let app = try Counter.app()
    nonisolated(unsafe) let host = try app.host()
    let (threads, tries) = (4, 10_000)
    let seconds = Timing.seconds {
      let done = DispatchSemaphore(value: 0)
      for _ in 0..<threads {
        _ = BackgroundThread.start {
          for _ in 0..<tries {
            do {
              try host.send("counter/inc", ["by": 1])
              preconditionFailure("a send from elsewhere was taken")
            } catch { precondition((error as? HostError)?.code == "owner") }
          }
          done.signal()
        }
      }
      for _ in 0..<threads { done.wait() }
    }
    let count = try host.value(at: "counter.count")
    precondition(count == 0)
    return seconds / Double(threads * tries)
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
