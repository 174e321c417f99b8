import LuaRuntime

extension AppHost {
  /// What there is to see now: the screen at the top of the path or, of an app without a flow, the screens of all features
  /// that have one, in the app's order. Of each list and table only the rows at these positions are made, counted from 1;
  /// near its end those before them, so that there are as many.
  ///
  /// Throws a ``HostError`` if a view or a screen fails, or if there is none.
  ///
  ///     let screen = try host.screen(rows: 1..<21)
  ///     screen.elements.first   // .title("Cart", subtitle: "3 items")
  public func screen(rows: Range<Int>) throws(HostError) -> Screen { try owned().screenStack.screen(rows: rows) }

  /// Does what the row or button with a number is there for. Throws a ``HostError`` if the screen has no such number, or as
  /// ``event(_:_:)`` does; returns false if nothing comes of it.
  @discardableResult
  public func tap(_ number: Int, on screen: Screen) throws -> Bool { try owned().screenStack.tap(number, on: screen) }

  /// Writes a text into the field with a key. Throws a ``HostError`` if the screen has no such field, or as
  /// ``event(_:_:)`` does; returns false if nothing comes of it.
  ///
  ///     try host.type("Anna", into: "name", on: host.screen(rows: 1..<21))
  @discardableResult
  public func type(_ text: String, into key: String, on screen: Screen) throws -> Bool {
    try owned().screenStack.type(text, into: key, on: screen)
  }

  /// Raises a view event, as `cart.tap`. Throws a ``HostError`` if there is no such event or its action is refused;
  /// returns false if the event maps to no action.
  @discardableResult
  public func event(_ name: String, _ fields: Record = [:]) throws -> Bool {
    try owned().screenStack.event(name, fields)
  }

  /// Raises an event of a screen's scene, `tap`; without an id, of the top screen. The effects that follow from it end with
  /// the screen. Throws a ``HostError`` if there is no such screen or event, or its action is refused; returns false if it
  /// comes to no action.
  @discardableResult
  public func raise(_ event: String, _ fields: Record = [:], on id: Int? = nil) throws -> Bool {
    try owned().screenStack.raise(event, fields, on: id)
  }
}
