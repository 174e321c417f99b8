import LuaRuntime

/// Follows the calls of services by effects while they are recorded.
final class CallLog: HostFunctionProvider {
  private let events: EventHub
  private let effects: EffectScheduler
  private let clock: any HostClock
  /// Calls that have no outcome yet, by number.
  private var open: [Int: RecordedCall] = [:]
  private var last = 0
  /// How often the host has run what is due.
  private var turns = 0

  init(events: EventHub, effects: EffectScheduler, clock: any HostClock) {
    self.events = events
    self.effects = effects
    self.clock = clock
  }

  /// The host runs what is due.
  func didTurn() {
    turns &+= 1
    events.didTurn()
  }

  /// Whether no call is under way.
  var isEmpty: Bool { open.isEmpty }

  /// Forgets the unfinished calls, because the recording has ended.
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
      action: effects.run?.action, run: effects.run?.number, time: clock.now)
    open[last] = call
    events.didCall(call)
    return .values([.integer(Int64(last))])
  }

  /// `answered(number, how, values…)`: `how` is true, or false for an error. Of an iterator it is "iterator", then for each step
  /// "asked" and "item", and "end", with the error if one ended it.
  private func answered(_ arguments: [Value]) -> HostAnswer {
    guard let number = arguments.first?.integer, var call = open.removeValue(forKey: number) else {
      return .values([])
    }
    call.take(arguments[1], Array(arguments.dropFirst(2)), time: clock.now, turn: turns)
    if call.outcome == nil { open[number] = call } else { events.didAnswer(call) }
    return .values([])
  }

  /// Ends the iterators that a run has left open: it has ended.
  func endIterators(of run: Int) {
    if open.isEmpty { return }
    let left = open.values.filter { $0.run == run && $0.isIterator }
    for call in left.sorted(by: { $0.number < $1.number }) { _ = answered([.integer(Int64(call.number)), "end"]) }
  }
}
