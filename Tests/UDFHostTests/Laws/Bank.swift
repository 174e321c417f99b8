import HostTesting
import UDF
import UDFHost

/// Pays until there is nothing left, a bonus after what is much, and loans when their gates open.
struct Bank: NativeFeature {
  struct State {
    var left = 40
    var paid: [Int] = []
  }
  enum Action: Codable, Sendable {
    case pay(sum: Int)
    case bonus
    /// Pays when its gate opens; one that replaces cancels the loans under way.
    case lend(gate: Int, replaces: Bool)
    case cancel
  }

  let gates: GateService
  /// Receives a gate after its loan has sent its actions, cancelled or not.
  let sent: AsyncStream<Int>.Continuation

  let name = "bank"
  let initialState = State()
  let actions: Record = [
    "pay": ["sum": "integer"], "bonus": [:], "lend": ["gate": "integer", "replaces": "boolean"], "cancel": [:],
  ]
  let fields: [StateField<State>] = [.value("left", \.left), .value("paid", \.paid)]

  struct Empty: Error {}

  func reduce(_ state: inout Recorded<State>, _ action: Action) throws -> Effect<Action> {
    switch action {
    case .pay(let sum):
      state.left -= sum
      if state.left < 0 { throw Empty() }
      state.paid.append(sum)
      return sum > 4 ? .send(.bonus) : .none
    case .bonus:
      state.left += 3
      return .none
    case .lend(let gate, let replaces):
      state.left += 1
      return .run { [gates, sent] send in
        // Stubborn: it sends also where it was cancelled.
        _ = try? await gates.wait(gate, isStubborn: true)
        send(.pay(sum: gate % 4))
        sent.yield(gate)
      }.cancellable(id: "loan", cancelInFlight: replaces)
    case .cancel: return .cancel(id: "loan")
    }
  }
}
