import Dispatch
import Platform
import UDFHost

/// The cost of the check that a call comes from the host's owner: the time of a trivial call with the check, minus the time of
/// one without it. Measures processor time, because the difference is smaller than the noise of other processes.
struct OwnerCase {
  let rounds: Int
  private let count = 1_000_000

  func run() async throws -> [Result] {
    let thread = try await withCheckedThrowingContinuation { continuation in
      _ = BackgroundThread.start { continuation.resume(with: Swift.Result { try seconds() }) }
    }
    return [
      Result(name: "owner: check of one call on a thread", seconds: thread, promise: 3e-9),
      Result(name: "owner: check of one call in a task", seconds: try seconds(), promise: 3e-9),
      Result(name: "owner: check of one call in an actor", seconds: try await Bench().seconds(self), promise: 3e-9),
      Result(name: "owner: a refused send, from four threads at once", seconds: try refusing()),
    ]
  }

  /// The seconds of one refused send.
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
              preconditionFailure("a send from another thread was accepted")
            } catch { precondition(isRefusal(error), "\(error)") }
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

  /// Whether the error refuses a call from elsewhere and names the handle, which another thread may use.
  private func isRefusal(_ error: any Error) -> Bool {
    guard let error = error as? HostError else { return false }
    return error.code == "owner" && error.message.hasSuffix("host.handle.send(\"feature/action\")")
  }

  /// The seconds of one owner check for a call that comes from the owner.
  fileprivate func seconds() throws -> Double {
    let host = try Counter.app().host()
    let unchecked = Unchecked(traces: rounds == 0)
    var (calls, checked, floor) = (0, [Double](), [Double]())
    for _ in 0..<rounds {
      checked.append(Timing.processorSeconds { for _ in 0..<count where !host.tracesEffects { calls += 1 } })
      floor.append(Timing.processorSeconds { for _ in 0..<count where !unchecked.tracesEffects { calls += 1 } })
    }
    precondition(calls == rounds * count * 2)
    return (Timing.median(checked) - Timing.median(floor)) / Double(count)
  }
}

/// Reads what the host's property reads, without the check.
private final class Unchecked {
  private final class Dispatcher { let effects = Effects() }
  private final class Effects { var tracer: Tracer? }
  private final class Tracer { var isTracing = false }

  private let dispatcher = Dispatcher()

  // The condition keeps the compiler from replacing the tracer by nil.
  init(traces: Bool) { if traces { dispatcher.effects.tracer = Tracer() } }

  @inline(never) var tracesEffects: Bool {
    get { dispatcher.effects.tracer?.isTracing ?? false }
    set { dispatcher.effects.tracer?.isTracing = newValue }
  }
}

private actor Bench {
  func seconds(_ measured: OwnerCase) throws -> Double { try measured.seconds() }
}
