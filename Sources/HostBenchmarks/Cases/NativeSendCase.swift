import UDF

/// A typed `send` to a Swift store, without and with a history.
struct NativeSendCase {
  let rounds: Int
  private let count = 100_000

  struct State {
    var title = "counter"
    var count = 0
    var total = 0
    var isLoading = false
    var items = [1, 2, 3]
  }

  enum Action {
    case add(Int)
    case loading(Bool)
    case reset
  }

  func run() throws -> [Result] {
    var sum = 0
    let floor = BareStore<State, Action>(State()) { state, action in
      switch action {
      case .add(let number): state.count += number
      case .loading(let isLoading): state.isLoading = isLoading
      case .reset: state = State()
      }
    } subscriber: {
      sum &+= $0.count
    }
    let bare = Store(
      State(),
      reducer: Reducer<State, Action> { state, action in
        switch action {
        case .add(let number): state.count += number
        case .loading(let isLoading): state.isLoading = isLoading
        case .reset: state = State()
        }
        return .none
      })
    let recorded = Store(
      Recorded(State(), historyLimit: 1000),
      reducer: Reducer<Recorded<State>, Action> { state, action in
        switch action {
        case .add(let number): state.count += number
        case .loading(let isLoading): state.isLoading = isLoading
        case .reset: state[\.self] = State()
        }
        return .none
      }.recorded())
    let subscriptions = [bare.subscribe { sum &+= $0.count }, recorded.subscribe { sum &+= $0.count }]
    let times = try Timing.medians(
      rounds: rounds, count: count,
      [
        { for _ in 0..<count { floor.send(.add(1)) } },
        { for _ in 0..<count { bare.send(.add(1)) } },
        { for _ in 0..<count { recorded.send(.add(1)) } },
      ])
    withExtendedLifetime(subscriptions) {}
    let sent = (rounds + 1) * count
    precondition(sum == 3 * sent * (sent + 1) / 2)
    let floorName = "the smallest possible store"
    return [
      Result(name: "native send, bare", seconds: times[1], floor: times[0], floorName: floorName, promise: 1.5),
      Result(
        name: "native send, history of 1000", seconds: times[2], floor: times[0], floorName: floorName, promise: 2.5),
    ]
  }
}
