import LuaRuntime
import UDF

extension ScreenStack {
  /// Sends an action of the path, such as `push`.
  func navigate(_ action: String, _ fields: Record = [:], origin: Origin = .event) throws {
    try dispatcher.send("\(FlowDefinition.feature)/\(action)", fields, origin: origin)
  }

  /// Returns to the previous screen; see ``AppHost/back()``.
  func back() throws {
    guard flow != nil else {
      throw HostError(usage: "back: this app has no flow, so there is no screen to go back to")
    }
    try navigate(screens.last?.isModal == true ? "dismiss" : "pop")
  }

  /// Shows the screens of a link; see ``AppHost/open(link:)``.
  func open(link: String, origin: Origin) throws {
    let target = try target(of: link)
    try navigate("open", ["route": .string(target.route), "params": .map(target.params)], origin: origin)
  }

  private func target(of link: String) throws(HostError) -> (route: String, params: Record) {
    guard let flow else {
      throw HostError(usage: "link \(link): this app has no flow, so it has no links")
    }
    do throws(LinkError) { return try flow.target(of: link) } catch {
      throw HostError(usage: error.description)
    }
  }

  /// Returns the link to a screen on the path; see ``Navigation/link(to:)``.
  func link(to id: Int?) -> String? {
    guard let screen = screens.last(where: { id == nil || $0.id == id }), let pattern = flow?.route(screen.route)?.link
    else { return nil }
    var params: [String: String] = [:]
    for (name, value) in screen.params {
      guard let text = value.linkText else { return nil }
      params[name] = text
    }
    return try? pattern.link(params)
  }

  /// Why the link with which the app was opened has no route; nil if the route `notFound` is not shown.
  var problemOfLink: String? {
    guard let top = screens.last, top.route == flow?.notFound else { return nil }
    return top.params["message"].text
  }
}

extension ScreenStack: HostFunctionProvider {
  var functions: [HostFunction: HostFunctions.Body] {
    [
      .event: raiseEvent,
      .screen: { [self] _ in dispatcher.answer { [try screenState()] } },
      .link: { [self] arguments in
        dispatcher.answer {
          let target = try target(of: arguments.first?.text ?? "")
          return [.string(target.route), .map(target.params)]
        }
      },
    ]
  }

  /// `event(name, fields)`.
  private func raiseEvent(_ arguments: [Value]) -> HostAnswer {
    guard let name = arguments.first?.text else { return .failure("event takes a name: event(\"cart.tap\", { … })") }
    let given = arguments.count > 1 ? arguments[1] : .none
    guard given == .none || given == .list([]) || given.kind == "table" else {
      return .failure(.string("event takes fields second, a table with names; got \(given.shown)"))
    }
    return dispatcher.answer {
      try event(name, given.fields)
      return []
    }
  }

  /// Raises an event of a scene or a feature, such as `cart.tap`, on a screen; see ``AppHost/event(_:_:)``.
  @discardableResult
  func event(_ name: String, _ fields: Record, on id: Int? = nil) throws -> Bool {
    try sceneEvent(name, fields, on: id) ?? viewEvents.raise(name, fields, origin: .event, screen: id ?? 0)
  }
}

extension Value {
  /// The value as the text of a link; nil if it has none.
  fileprivate var linkText: String? {
    switch self {
    case .string(let text): text
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .boolean(let flag): "\(flag)"
    default: nil
    }
  }
}
