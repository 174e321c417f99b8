import SeededTesting
import Testing
import UDF

/// The laws that make composed reducers predictable, over random reducers, states and actions.
@Suite("Laws of composition")
struct CompositionLaws {
  typealias State = RandomReducer.State
  typealias Outer = RandomReducer.Outer
  typealias Middle = RandomReducer.Middle

  enum OuterAction: Equatable, Sendable {
    case middle(MiddleAction)
    case other(Int)

    static let middle = Prism<OuterAction, MiddleAction>(
      extract: { if case .middle(let action) = $0 { action } else { nil } }, embed: OuterAction.middle)
  }

  enum MiddleAction: Equatable, Sendable {
    case inner(Int)
    case other(Int)

    static let inner = Prism<MiddleAction, Int>(
      extract: { if case .inner(let action) = $0 { action } else { nil } }, embed: MiddleAction.inner)
  }

  /// Both reducers do the same with the same actions, state and effects alike.
  func expectEqual<Whole: Equatable, Action: Equatable>(
    _ left: Reducer<Whole, Action>, _ right: Reducer<Whole, Action>, from state: Whole, _ actions: [Action],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var leftState = state
    var rightState = state
    for action in actions {
      let leftSends = RandomReducer.sends(left.reduce(&leftState, action))
      let rightSends = RandomReducer.sends(right.reduce(&rightState, action))
      #expect(leftSends == rightSends, "\(Seed.replay)", sourceLocation: sourceLocation)
    }
    #expect(leftState == rightState, "\(Seed.replay)", sourceLocation: sourceLocation)
  }

  func repeated(_ body: (inout SeededGenerator) -> Void) {
    var generator = SeededGenerator(seed: Seed.current)
    for _ in 0..<200 { body(&generator) }
  }

  func actions(_ generator: inout SeededGenerator) -> [Int] {
    (0..<8).map { _ in Int.random(in: -99...99, using: &generator) }
  }

  func outerActions(_ generator: inout SeededGenerator) -> [OuterAction] {
    actions(&generator).map { number in
      switch Int.random(in: 0...3, using: &generator) {
      case 0: .other(number)
      case 1: .middle(.other(number))
      default: .middle(.inner(number))
      }
    }
  }

  @Test("combining is associative: (a b) c = a (b c) = a b c")
  func associativity() {
    repeated { generator in
      let a = RandomReducer.make(using: &generator)
      let b = RandomReducer.make(using: &generator)
      let c = RandomReducer.make(using: &generator)
      let actions = actions(&generator)
      expectEqual(.combined(.combined(a, b), c), .combined(a, .combined(b, c)), from: State(), actions)
      expectEqual(.combined(.combined(a, b), c), .combined(a, b, c), from: State(), actions)
    }
  }

  @Test("combining with an empty reducer changes nothing, on either side")
  func identity() {
    repeated { generator in
      let a = RandomReducer.make(using: &generator)
      let actions = actions(&generator)
      expectEqual(.combined(.combined(), a), a, from: State(), actions)
      expectEqual(.combined(a, .combined()), a, from: State(), actions)
    }
  }

  @Test("lifting to the whole state and every action changes nothing")
  func liftIdentity() {
    repeated { generator in
      let a = RandomReducer.make(using: &generator)
      expectEqual(a.lifted(state: \State.self, action: .identity), a, from: State(), actions(&generator))
    }
  }

  @Test("lifting and combining may be done in either order")
  func liftNaturality() {
    repeated { generator in
      let a = RandomReducer.make(using: &generator)
      let b = RandomReducer.make(using: &generator)
      func lift(_ reducer: Reducer<State, Int>) -> Reducer<Middle, MiddleAction> {
        reducer.lifted(state: \Middle.inner, action: MiddleAction.inner)
      }
      let actions = actions(&generator).map { $0.isMultiple(of: 5) ? MiddleAction.other($0) : .inner($0) }
      expectEqual(lift(.combined(a, b)), .combined(lift(a), lift(b)), from: Middle(), actions)
    }
  }

  @Test("lifting twice is lifting once along both paths")
  func liftComposition() {
    repeated { generator in
      let a = RandomReducer.make(using: &generator)
      expectEqual(
        a.lifted(state: \Middle.inner, action: MiddleAction.inner)
          .lifted(state: \Outer.middle, action: OuterAction.middle),
        a.lifted(state: \Outer.middle.inner, action: OuterAction.middle.appending(MiddleAction.inner)),
        from: Outer(), outerActions(&generator))
    }
  }

  @Test("lifting to an existing optional, key or index is the same as reducing the element")
  func elementsThatAreThere() {
    repeated { generator in
      let a = RandomReducer.make(using: &generator)
      let actions = actions(&generator)
      var alone = State()
      var optional: State? = State()
      var keyed = ["x": State(), "y": State()]
      var listed = [State(), State()]
      let byKey = a.forEach(\[String: State].self, action: Prism(extract: { ("x", $0) }, embed: { $0.1 }))
      let byIndex = a.forEach(indexOf: \[State].self, action: Prism(extract: { (1, $0) }, embed: { $0.1 }))
      let whenThere = a.optional(\State?.self, action: .identity)
      for action in actions {
        let sends = RandomReducer.sends(a.reduce(&alone, action))
        #expect(RandomReducer.sends(whenThere.reduce(&optional, action)) == sends, "\(Seed.replay)")
        #expect(RandomReducer.sends(byKey.reduce(&keyed, action)) == sends, "\(Seed.replay)")
        #expect(RandomReducer.sends(byIndex.reduce(&listed, action)) == sends, "\(Seed.replay)")
      }
      #expect(optional == alone, "\(Seed.replay)")
      #expect(keyed == ["x": alone, "y": State()], "\(Seed.replay)")
      #expect(listed == [State(), alone], "\(Seed.replay)")
    }
  }

  @Test("mapping an effect by one function and then another is the same as mapping it by both")
  func effectFunctor() {
    repeated { generator in
      let a = RandomReducer.make(using: &generator)
      var state = State()
      for action in actions(&generator) {
        let effect = a.reduce(&state, action)
        #expect(RandomReducer.sends(effect.map { $0 }) == RandomReducer.sends(effect), "\(Seed.replay)")
        #expect(
          RandomReducer.sends(effect.map { $0 &* 3 }.map { $0 &+ 1 })
            == RandomReducer.sends(effect.map { $0 &* 3 &+ 1 }), "\(Seed.replay)")
      }
    }
  }

  @Test("merging effects is associative, and an empty effect is its identity")
  func effectMonoid() {
    repeated { generator in
      var state = State()
      let effects = actions(&generator).prefix(3).map {
        RandomReducer.make(using: &generator).reduce(&state, $0)
      }
      let (a, b, c) = (effects[0], effects[1], effects[2])
      #expect(
        RandomReducer.sends(a.merged(with: b).merged(with: c))
          == RandomReducer.sends(a.merged(with: b.merged(with: c))), "\(Seed.replay)")
      #expect(RandomReducer.sends(Effect.none.merged(with: a)) == RandomReducer.sends(a), "\(Seed.replay)")
      #expect(RandomReducer.sends(a.merged(with: .none)) == RandomReducer.sends(a), "\(Seed.replay)")
    }
  }
}
