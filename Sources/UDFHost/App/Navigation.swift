import LuaRuntime

/// The way through an app's screens, for Swift programs; in Lua the same is called `nav`. Every call throws a ``HostError`` and
/// leaves the path as it was if there is no such route, a param is missing that its link needs, or its guard refuses.
public struct Navigation {
  let host: AppHost

  /// The screens, the one that is seen last.
  public var path: [ScreenInstance] { host.screens }

  /// Shows a screen on top of the others.
  public func push(_ route: String, _ params: Record = [:]) throws { try show("push", route, params) }
  /// Shows a screen in place of the top one.
  public func replace(_ route: String, _ params: Record = [:]) throws { try show("replace", route, params) }
  /// Shows a modal screen over the others.
  public func present(_ route: String, _ params: Record = [:]) throws { try show("present", route, params) }
  /// Leaves the top screen.
  public func pop() throws { try send("pop") }
  /// Leaves all screens above the topmost one of a route.
  public func popTo(_ route: String) throws { try send("popTo", ["route": .string(route)]) }
  /// Leaves the topmost modal screen and what is above it.
  public func dismiss() throws { try send("dismiss") }
  /// Goes on to what a guard has held up; pops if there is nothing.
  public func resume() throws { try send("resume") }

  /// The link to a screen on the path, by its id, or to the top one; nil if its route has none, or one of its params is no
  /// text, number or boolean.
  public func link(to id: Int? = nil) -> String? { host.isOnOwner() ? host.screenStack.link(to: id) : nil }

  private func show(_ action: String, _ route: String, _ params: Record, entry: StaticString = #function) throws {
    try send(action, ["route": .string(route), "params": .map(params)], entry: entry)
  }

  private func send(_ action: String, _ fields: Record = [:], entry: StaticString = #function) throws {
    try host.owned(entry).screenStack.navigate(action, fields)
  }
}
