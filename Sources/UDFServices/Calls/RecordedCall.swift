import LuaRuntime

/// A call of a service by an effect. The calls that a service in Lua makes itself are not recorded.
package struct RecordedCall {
  package enum Outcome {
    case values([Value])
    /// The values that an iterator returned until its loop ended, the seconds that the loop waited for each value and
    /// for the end, and the error that ended it, if any.
    case items([Value], waits: [Double], raised: Value)
    case raised(Value)
  }

  /// Counts from 1.
  package let number: Int
  package let service: String
  package let method: String
  package let arguments: [Value]
  /// The number of the action whose effect calls; nil: none.
  package let action: Int?
  /// The number of the effect's run.
  package let run: Int?
  /// The time of the call in seconds, on the host's clock.
  package let time: Double
  /// The number of the host's turn in which the call was made.
  private let turn: Int
  /// Seconds until the result; if that is an iterator, until the iterator.
  package var seconds = 0.0
  /// nil until the call has ended.
  package var outcome: Outcome?
  /// Whether the result was an iterator, which may return more values.
  package private(set) var isIterator = false
  /// The values that the iterator has returned so far.
  private var items: [Value] = []
  private var waits: [Double] = []
  /// When the loop requested the next value, and in which turn of the host.
  private var request: (time: Double, turn: Int)?

  package init(
    number: Int, service: String, method: String, arguments: [Value], action: Int?, run: Int?, time: Double, turn: Int
  ) {
    self.number = number
    self.service = service
    self.method = method
    self.arguments = arguments
    self.action = action
    self.run = run
    self.time = time
    self.turn = turn
  }

  /// Records a result; for an iterator, the next part of it.
  package mutating func take(_ how: Value, _ values: [Value], time now: Double, turn: Int) {
    switch how {
    case "request": request = (now, turn)
    case "item":
      endWait(now, turn)
      items.append(values.first ?? .none)
    case "end":
      endWait(now, turn)
      outcome = .items(items, waits: waits, raised: values.first ?? .none)
    default:
      // A call that ended in the turn in which it was made has not waited.
      seconds = turn == self.turn ? 0 : now - time
      isIterator = how == "iterator"
      if !isIterator { outcome = how == true ? .values(values) : .raised(values.first ?? .none) }
    }
  }

  /// A value that was returned in the turn in which it was requested has not waited.
  private mutating func endWait(_ now: Double, _ turn: Int) {
    guard let request else { return }
    waits.append(request.turn == turn ? 0 : now - request.time)
    self.request = nil
  }
}
