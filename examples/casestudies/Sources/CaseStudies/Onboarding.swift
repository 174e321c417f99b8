import UDF

/// A sign-up in three steps that write to the same data, and a summary from which each step can be edited again.
public nonisolated struct SignUp: Equatable, Sendable {
  public var email = ""
  public var name = ""
  public var topics: Set<String> = []
}

public nonisolated enum SignUpRoute: Equatable, Sendable { case welcome, account, person, topics, summary, thanks }

public nonisolated enum SignUpEvent: ScreenEvent {
  case next(SignUpRoute)
  case edit(SignUpRoute)
  case done
}

public struct SignUpApp: Equatable {
  public var path = NavigationPath(SignUpRoute.welcome)
  public var data = SignUp()

  public init() {}
}

public enum SignUpAction: Equatable, Sendable {
  case set(Assignment<SignUp>)
  case navigation(NavigationAction<SignUpEvent>)

  static let set = Prism(SignUpAction.set) { if case .set(let it) = $0 { it } else { nil } }
  static let navigation = Prism(SignUpAction.navigation) { if case .navigation(let it) = $0 { it } else { nil } }
}

public let signUp: Reducer<SignUpApp, SignUpAction> = {
  let flow = Flow<SignUp, SignUpEvent, SignUpRoute>(start: .welcome) { event in
    switch event {
    case .next(let step): [.push(step)]
    case .edit(let step): [.present(step)]
    case .done: [.dismiss]
    }
  }
  // Without a topic there is no summary.
  .guarded { route, data in route == .summary && data.topics.isEmpty ? .refuse : .pass }
  return .combined(
    Reducer<SignUp, SignUpAction>.assigning(SignUpAction.set).lifted(state: \.data, action: .identity),
    flow.reducer(path: \.path, state: \.data, action: SignUpAction.navigation))
}()
