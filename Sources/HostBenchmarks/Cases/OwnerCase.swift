import Dispatch
import Platform
import UDFHost

/// What it costs to check that a call comes from the host's owner: a call that does next to nothing else, less one that checks
/// nothing. Processor time, because the difference is smaller than what other processes disturb.
struct OwnerCase {
  let rounds: Int
  private let count = 1_000_000

  func run() async throws -> [Result] {
    let thread = try await withCheckedThrowingContinuation { continuation in
      _ = BackgroundThread.start { continuation.resume(with: Swift.Result { try seconds() }) }
    }
    return [
      Result(name: "owner: the check of a call, thread", seconds: thread, promise: 3e-9),
      Result(name: "owner: the check of a call, task", seconds: try seconds(), promise: 3e-9),
      Result(name: "owner: the check of a call, actor", seconds: try await Bench().seconds(self), promise: 3e-9),
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

  /// Of the check of one call of a host that belongs to the caller.
  fileprivate func seconds() throws -> Double {
    let host = try Counter.app().host()
    let unchecked = Unchecked()
    var (told, checked, floor) = (0, [Double](), [Double]())
    for _ in 0..<rounds {
      checked.append(Timing.processorSeconds { for _ in 0..<count where host.tellsActions { told += 1 } })
      floor.append(Timing.processorSeconds { for _ in 0..<count where unchecked.tellsActions { told += 1 } })
    }
    precondition(told == rounds * count * 2)
    return (Timing.median(checked) - Timing.median(floor)) / Double(count)
  }
}

private final class Unchecked {
  private var isTelling = true

  @inline(never) var tellsActions: Bool {
    get { isTelling }
    set { isTelling = newValue }
  }
}

private actor Bench {
  func seconds(_ measured: OwnerCase) throws -> Double { try measured.seconds() }
}
