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
  public func screen(rows: Range<Int>) throws(HostError) -> Screen {
    try requireOwner()
    var reader = ScreenReader()
    if let shown = screens.last, let scene = current.scene(of: shown) {
      let place = "the scene \(scene.name)"
      guard let screen = current.screens[scene.name] else { throw noScreen("\(place) has none") }
      reader.read(try draw(screenState(of: shown.id), by: screen, of: place, rows), of: nil)
      return try checked(Screen(name: scene.name, id: shown.id, elements: reader.elements))
    }
    let names = current.features.map(\.name).filter { current.screens[$0] != nil }
    if names.isEmpty { throw noScreen("no feature has one") }
    for name in names {
      guard let screen = current.screens[name] else { continue }
      reader.read(try draw(view(of: name), by: screen, of: name, rows), of: name)
    }
    return try checked(Screen(name: names.joined(separator: " "), id: nil, elements: reader.elements))
  }

  private func noScreen(_ problem: String) -> HostError {
    let advice = "To fix this, add it: screen = udf.screen(function(view, ui) … end)"
    return HostError(code: "usage", message: "screen: \(problem)\n  \(advice)")
  }

  private func draw(
    _ view: Value, by screen: LuaReference, of subject: String, _ rows: Range<Int>
  ) throws(HostError) -> Value {
    let arguments: [Value] = [.integer(Int64(rows.lowerBound)), .integer(Int64(rows.count)), view]
    do {
      return try machine.call(screen, arguments, phase: .view, budget: configuration.timeBudget).first ?? .none
    } catch {
      throw HostError(error, subject: "screen of \(subject)")
    }
  }

  private func checked(_ screen: Screen) throws(HostError) -> Screen {
    var keys: Set<String> = []
    if let twice = screen.fields.first(where: { !keys.insert($0.key).inserted })?.key {
      throw HostError(
        code: "usage",
        message: "screen of \(screen.name): two fields are called \"\(twice)\"\n  To fix this, give one of them a key")
    }
    return screen
  }

  /// Does what the row or button with a number is there for. Throws a ``HostError`` if the screen has no such number, or as
  /// ``event(_:_:)`` does; returns false if nothing comes of it.
  @discardableResult
  public func tap(_ number: Int, on screen: Screen) throws -> Bool {
    try requireOwner()
    let targets = screen.targets
    guard let target = targets.first(where: { $0.number == number }) else {
      let known = targets.isEmpty ? "Nothing here can be tapped." : "Its numbers go from 1 to \(targets.count)."
      throw HostError(code: "usage", message: "tap: the screen has no \(number). \(known)")
    }
    return try raise(target.event, target.fields, on: screen)
  }

  /// Writes a text into the field with a key. Throws a ``HostError`` if the screen has no such field, or as
  /// ``event(_:_:)`` does; returns false if nothing comes of it.
  ///
  ///     try host.type("Anna", into: "name", on: host.screen(rows: 1..<21))
  @discardableResult
  public func type(_ text: String, into key: String, on screen: Screen) throws -> Bool {
    try requireOwner()
    let fields = screen.fields
    guard let field = fields.first(where: { $0.key == key }), let name = field.event else {
      let hint = fields.isEmpty ? " Nothing here can be written." : didYouMean(key, among: fields.map(\.key))
      throw HostError(code: "usage", message: "type: the screen has no field \"\(key)\".\(hint)")
    }
    var content = field.fields
    content["text"] = .string(text)
    return try raise(name, content, on: screen)
  }

  /// What follows from an event of a screen on the path ends with that screen.
  private func raise(_ name: String, _ fields: Record, on screen: Screen) throws -> Bool {
    guard let id = screen.id else { return try event(name, fields) }
    if !name.contains(".") { return try raise(name, fields, on: id) }
    return try screenStack.sceneEvent(name, fields, on: id)
      ?? viewEvents.raise(name, fields, origin: .event, screen: id)
  }

  /// Goes back to the screen before: dismisses the top one if it was presented, else pops it. Throws a ``HostError`` if there
  /// is none before it.
  public func back() throws {
    try requireOwner()
    guard let navigation else {
      throw HostError(code: "usage", message: "back: this app has no flow, so there is no screen to go back to")
    }
    if screens.last?.isModal == true { try navigation.dismiss() } else { try navigation.pop() }
  }
}
