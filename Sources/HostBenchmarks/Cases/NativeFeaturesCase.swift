import UDF

/// A typed `send` to a Swift store of 10 and of 50 features that are composed from one reducer, and the memory of a store.
struct NativeFeaturesCase {
  let rounds: Int
  private let count = 50_000

  struct Feature {
    var count = 0
    var items = [1, 2, 3]
  }

  enum Action {
    case add(Int)
    case reset
  }

  struct Ten { var (a, b, c, d, e, f, g, h, i, j) = NativeFeaturesCase.tenFeatures }

  enum TenAction {
    case a(Action)
    case b(Action)
    case c(Action)
    case d(Action)
    case e(Action)
    case f(Action)
    case g(Action)
    case h(Action)
    case i(Action)
    case j(Action)
  }

  struct Fifty { var (a, b, c, d, e) = (Ten(), Ten(), Ten(), Ten(), Ten()) }

  enum FiftyAction {
    case a(TenAction)
    case b(TenAction)
    case c(TenAction)
    case d(TenAction)
    case e(TenAction)
  }

  private static var tenFeatures:
    (Feature, Feature, Feature, Feature, Feature, Feature, Feature, Feature, Feature, Feature)
  {
    let new = Feature()
    return (new, new, new, new, new, new, new, new, new, new)
  }

  private static func reduce(_ state: inout Feature, _ action: Action) {
    switch action {
    case .add(let number): state.count += number
    case .reset: state = Feature()
    }
  }

  private static let one = Reducer<Feature, Action> { state, action in
    reduce(&state, action)
    return .none
  }

  private static let ten = Reducer<Ten, TenAction>.combined(
    one.lifted(state: \.a, action: Prism(TenAction.a) { if case .a(let it) = $0 { it } else { nil } }),
    one.lifted(state: \.b, action: Prism(TenAction.b) { if case .b(let it) = $0 { it } else { nil } }),
    one.lifted(state: \.c, action: Prism(TenAction.c) { if case .c(let it) = $0 { it } else { nil } }),
    one.lifted(state: \.d, action: Prism(TenAction.d) { if case .d(let it) = $0 { it } else { nil } }),
    one.lifted(state: \.e, action: Prism(TenAction.e) { if case .e(let it) = $0 { it } else { nil } }),
    one.lifted(state: \.f, action: Prism(TenAction.f) { if case .f(let it) = $0 { it } else { nil } }),
    one.lifted(state: \.g, action: Prism(TenAction.g) { if case .g(let it) = $0 { it } else { nil } }),
    one.lifted(state: \.h, action: Prism(TenAction.h) { if case .h(let it) = $0 { it } else { nil } }),
    one.lifted(state: \.i, action: Prism(TenAction.i) { if case .i(let it) = $0 { it } else { nil } }),
    one.lifted(state: \.j, action: Prism(TenAction.j) { if case .j(let it) = $0 { it } else { nil } }))

  private static let fifty = Reducer<Fifty, FiftyAction>.combined(
    ten.lifted(state: \.a, action: Prism(FiftyAction.a) { if case .a(let it) = $0 { it } else { nil } }),
    ten.lifted(state: \.b, action: Prism(FiftyAction.b) { if case .b(let it) = $0 { it } else { nil } }),
    ten.lifted(state: \.c, action: Prism(FiftyAction.c) { if case .c(let it) = $0 { it } else { nil } }),
    ten.lifted(state: \.d, action: Prism(FiftyAction.d) { if case .d(let it) = $0 { it } else { nil } }),
    ten.lifted(state: \.e, action: Prism(FiftyAction.e) { if case .e(let it) = $0 { it } else { nil } }))

  func run() throws -> [Result] {
    var sum = 0
    // The last feature gets the actions. The smallest possible store has one reducer with nested switches.
    let smallTen = BareStore<Ten, TenAction>(Ten()) { state, action in
      if case .j(let action) = action { Self.reduce(&state.j, action) }
    } subscriber: {
      sum &+= $0.j.count
    }
    let smallFifty = BareStore<Fifty, FiftyAction>(Fifty()) { state, action in
      if case .e(.j(let action)) = action { Self.reduce(&state.e.j, action) }
    } subscriber: {
      sum &+= $0.e.j.count
    }
    let ten = Store(Ten(), reducer: Self.ten)
    let fifty = Store(Fifty(), reducer: Self.fifty)
    let subscriptions = [ten.subscribe { sum &+= $0.j.count }, fifty.subscribe { sum &+= $0.e.j.count }]
    let times = try Timing.medians(
      rounds: rounds, count: count,
      [
        { for _ in 0..<count { smallTen.send(.j(.add(1))) } },
        { for _ in 0..<count { ten.send(.j(.add(1))) } },
        { for _ in 0..<count { smallFifty.send(.e(.j(.add(1)))) } },
        { for _ in 0..<count { fifty.send(.e(.j(.add(1)))) } },
      ])
    withExtendedLifetime(subscriptions) {}
    let sent = (rounds + 1) * count
    precondition(ten.state.j.count == sent && fifty.state.e.j.count == sent && sum == 2 * sent * (sent + 1))
    let floorName = "the smallest possible store"
    return [
      Result(name: "native send, 10 features", seconds: times[1], floor: times[0], floorName: floorName),
      Result(name: "native send, 50 features", seconds: times[3], floor: times[2], floorName: floorName),
    ] + memory()
  }

  private func memory() -> [Result] {
    let number = 10_000
    guard let before = ResidentMemory.bytes else { return [] }
    let stores = (0..<number).map { Store($0, reducer: Reducer<Int, Int> { _, _ in .none }) }
    guard let after = ResidentMemory.bytes else { return [] }
    return withExtendedLifetime(stores) {
      [Result(name: "native store, memory", bytes: max(0, after - before) / number, promise: 2 << 10)]
    }
  }
}
