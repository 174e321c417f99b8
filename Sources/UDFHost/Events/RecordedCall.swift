import LuaRuntime

/// A call of a service by an effect, as the effect saw it: of a service in Lua, not what that calls itself.
package struct RecordedCall {
  package enum Outcome {
    case values([Value])
    /// What an iterator gave until its loop ended, the seconds that the loop waited for each of them and for the end, and what
    /// ended it if that was an error.
    case items([Value], waits: [Double], raised: Value)
    case raised(Value)
  }

  /// Counts from 1.
  package let number: Int
  package let service: String
  package let method: String
  let arguments: [Value]
  /// The number of the action whose effect calls, nil if none did.
  package let action: Int?
  /// The number of the effect's run that calls.
  let run: Int?
  /// Seconds, by the host's clock.
  let time: Double
  /// Seconds until it answered, with an iterator if it gives one.
  package var seconds = 0.0
  /// nil until it has come.
  package var outcome: Outcome?
  /// Whether it was answered with one, which may have more to give.
  private(set) var isIterator = false
  /// What its iterator has given so far.
  private var items: [Value] = []
  private var waits: [Double] = []
  /// When the loop asked for what comes next, and in which turn of the host.
  private var asked: (time: Double, turn: Int)?

  init(
    number: Int, service: String, method: String, arguments: [Value], action: Int?, run: Int?, time: Double
  ) {
    self.number = number
    self.service = service
    self.method = method
    self.arguments = arguments
    self.action = action
    self.run = run
    self.time = time
  }

  /// Takes in how it was answered, a bit of it if it was with an iterator; see ``CallLog/answered(_:)``.
  mutating func take(_ how: Value, _ values: [Value], time now: Double, turn: Int) {
    switch how {
    case "asked": asked = (now, turn)
    case "item":
      endWait(now, turn)
      items.append(values.first ?? .none)
    case "end":
      endWait(now, turn)
      outcome = .items(items, waits: waits, raised: values.first ?? .none)
    default:
      seconds = now - time
      isIterator = how == "iterator"
      if !isIterator { outcome = how == true ? .values(values) : .raised(values.first ?? .none) }
    }
  }

  /// What came in the turn in which it was asked for came at once.
  private mutating func endWait(_ now: Double, _ turn: Int) {
    guard let asked else { return }
    waits.append(asked.turn == turn ? 0 : now - asked.time)
    self.asked = nil
  }
}
