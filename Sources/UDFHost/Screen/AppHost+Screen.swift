import LuaRuntime

extension AppHost {
  /// What there is to see now: the screens of all features that have one, in the app's order. Of each list and table only
  /// the rows at these positions are made, counted from 1; near its end those before them, so that there are as many.
  ///
  /// Throws a ``HostError`` if a view or a screen fails, or if there is none.
  ///
  ///     let screen = try host.screen(rows: 1..<21)
  ///     screen.elements.first   // .title("Cart", subtitle: "3 items")
  public func screen(rows: Range<Int>) throws(HostError) -> Screen {
    let names = current.features.map(\.name).filter { current.screens[$0] != nil }
    guard !names.isEmpty else {
      throw HostError(
        code: "usage",
        message: "screen: no feature has one\n  To fix this, add it: screen = udf.screen(function(view, ui) … end)")
    }
    var reader = ScreenReader()
    for name in names { reader.read(try draw(name, rows), of: name) }
    let screen = Screen(name: names.joined(separator: " "), elements: reader.elements)
    var keys: Set<String> = []
    if let twice = screen.fields.first(where: { !keys.insert($0.key).inserted })?.key {
      throw HostError(
        code: "usage",
        message: "screen of \(screen.name): two fields are called \"\(twice)\"\n  To fix this, give one of them a key")
    }
    return screen
  }

  private func draw(_ feature: String, _ rows: Range<Int>) throws(HostError) -> Value {
    guard let screen = current.screens[feature] else { return .none }
    let window: [Value] = [.integer(Int64(rows.lowerBound)), .integer(Int64(rows.count))]
    do {
      return try machine.call(screen, window, phase: .view, budget: configuration.timeBudget).first ?? .none
    } catch {
      throw HostError(error, subject: "screen of \(feature)")
    }
  }

  /// Does what the row or button with a number is there for. Throws a ``HostError`` if the screen has no such number, or as
  /// ``event(_:_:)`` does; returns false if nothing comes of it.
  @discardableResult
  public func tap(_ number: Int, on screen: Screen) throws -> Bool {
    let targets = screen.targets
    guard let target = targets.first(where: { $0.number == number }) else {
      let known = targets.isEmpty ? "Nothing here can be tapped." : "Its numbers go from 1 to \(targets.count)."
      throw HostError(code: "usage", message: "tap: the screen has no \(number). \(known)")
    }
    return try event(target.event, target.fields)
  }

  /// Writes a text into the field with a key. Throws a ``HostError`` if the screen has no such field, or as
  /// ``event(_:_:)`` does; returns false if nothing comes of it.
  ///
  ///     try host.type("Anna", into: "name", on: host.screen(rows: 1..<21))
  @discardableResult
  public func type(_ text: String, into key: String, on screen: Screen) throws -> Bool {
    let fields = screen.fields
    guard let field = fields.first(where: { $0.key == key }), let name = field.event else {
      let hint = fields.isEmpty ? " Nothing here can be written." : didYouMean(key, among: fields.map(\.key))
      throw HostError(code: "usage", message: "type: the screen has no field \"\(key)\".\(hint)")
    }
    var content = field.fields
    content["text"] = .string(text)
    return try event(name, content)
  }

  /// Goes back to the screen before. Throws a ``HostError`` if there is none.
  public func back() throws {
    throw HostError(code: "usage", message: "back: this app has no flow, so there is no screen to go back to")
  }
}
