import LuaRuntime

/// Navigates through an app's screens from Swift, as `nav` does in Lua. Every call throws a ``HostError`` and leaves
/// the path unchanged if the route does not exist, a param that its link needs is missing, or a guard refuses.
public struct Navigation {
  let host: AppHost

  /// The screens on the path, with the visible one last.
  public var path: [ScreenInstance] { host.screens }

  /// Shows a screen on top of the others.
  public func push(_ route: String, _ params: Record = [:]) throws { try show("push", route, params) }
  /// Shows a screen in place of the top one.
  public func replace(_ route: String, _ params: Record = [:]) throws { try show("replace", route, params) }
  /// Shows a modal screen over the others.
  public func present(_ route: String, _ params: Record = [:]) throws { try show("present", route, params) }
  /// Removes the top screen.
  public func pop() throws { try send("pop") }
  /// Removes all screens above the topmost screen of a route.
  public func popTo(_ route: String) throws { try send("popTo", ["route": .string(route)]) }
  /// Removes the topmost modal screen and the screens above it.
  public func dismiss() throws { try send("dismiss") }
  /// Continues the navigation that a guard has redirected; pops the top screen if there is none.
  public func resume() throws { try send("resume") }

  /// Returns the link to a screen on the path by its id, or to the top screen; nil if its route has no link, or if a
  /// param is not a text, number or boolean.
  public func link(to id: Int? = nil) -> String? { host.isOnOwner() ? host.screenStack.link(to: id) : nil }

  private func show(_ action: String, _ route: String, _ params: Record, entry: StaticString = #function) throws {
    try send(action, ["route": .string(route), "params": .map(params)], entry: entry)
  }

  private func send(_ action: String, _ fields: Record = [:], entry: StaticString = #function) throws {
    try host.owned(entry).screenStack.navigate(action, fields)
  }
}
