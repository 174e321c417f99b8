import LuaRuntime
import UDFServices

/// Records the calls of services by effects while there are observers.
final class CallLog: HostFunctionProvider {
  private let events: EventHub
  private let effects: EffectScheduler
  private let clock: any HostClock
  /// Calls without an outcome, by number.
  private var open: [Int: RecordedCall] = [:]
  private var last = 0
  /// The number of the host's turns so far.
  private var turns = 0

  init(events: EventHub, effects: EffectScheduler, clock: any HostClock) {
    self.events = events
    self.effects = effects
    self.clock = clock
  }

  /// Called at the beginning of a turn of the host.
  func didTurn() {
    turns &+= 1
    events.didTurn()
  }

  /// Whether no call is pending.
  var isEmpty: Bool { open.isEmpty }

  /// Removes the pending calls, because the recording has ended.
  func clear() { open = [:] }

  var functions: [HostFunction: HostFunctions.Body] { [.called: called, .answered: answered] }

  /// `called(service, method, arguments…)` returns the number of the call.
  private func called(_ arguments: [Value]) -> HostAnswer {
    guard arguments.count >= 2, let service = arguments[0].text, let method = arguments[1].text else {
      return .values([])
    }
    last += 1
    let call = RecordedCall(
      number: last, service: service, method: method, arguments: Array(arguments.dropFirst(2)),
      action: effects.run?.action, run: effects.run?.number, time: clock.now, turn: turns)
    open[last] = call
    events.didCall(call)
    return .values([.integer(Int64(last))])
  }

  /// `answered(number, how, values…)`: `how` is true, or false for an error. For an iterator, it is "iterator", then
  /// "request" and "item" for each step, and "end" with the error if there was one.
  private func answered(_ arguments: [Value]) -> HostAnswer {
    guard let number = arguments.first?.integer, var call = open.removeValue(forKey: number) else {
      return .values([])
    }
    call.take(arguments[1], Array(arguments.dropFirst(2)), time: clock.now, turn: turns)
    if call.outcome == nil { open[number] = call } else { events.didAnswer(call) }
    return .values([])
  }

  /// Ends the open iterators of a run that has ended.
  func endIterators(of run: Int) {
    if open.isEmpty { return }
    let left = open.values.filter { $0.run == run && $0.isIterator }
    for call in left.sorted(by: { $0.number < $1.number }) { _ = answered([.integer(Int64(call.number)), "end"]) }
  }
}
