import LuaRuntime
import UDFHost

extension AppHost {
  /// Returns the present screen: the one at the top of the path or, for an app without a flow, the screens of all
  /// features that have one, in the app's order. Lists and tables contain only the rows at these positions, counted
  /// from 1. Near the end of a list, rows before these positions are added, so that the number of rows stays the same.
  ///
  /// Throws a `HostError` if a view or a screen fails, or if there is no screen.
  ///
  ///     let screen = try host.screen(rows: 1..<21)
  ///     screen.elements.first   // .title("Cart", subtitle: "3 items")
  public func screen(rows: Range<Int>) throws(HostError) -> Screen {
    try requireOwner()
    var reader = ScreenReader()
    if let shown = screens.last, let scene = loadedApp.scene(of: shown) {
      let subject = "the scene \(scene.name)"
      guard let index = loadedApp.scenes.firstIndex(where: { $0.name == scene.name && $0.hasScreen }) else {
        throw noScreen("\(subject) has none")
      }
      reader.read(try draw(screenState(of: shown.id), by: ("scenes", index), of: subject, rows), of: nil)
      return try checked(Screen(name: scene.name, id: shown.id, elements: reader.elements))
    }
    let drawn = loadedApp.features.enumerated().filter(\.element.hasScreen)
    if drawn.isEmpty { throw noScreen("no feature has one") }
    for (index, feature) in drawn {
      reader.read(try draw(view(of: feature.name), by: ("features", index), of: feature.name, rows), of: feature.name)
    }
    return try checked(
      Screen(name: drawn.map(\.element.name).joined(separator: " "), id: nil, elements: reader.elements))
  }

  private func noScreen(_ problem: String) -> HostError {
    let advice = "To fix this, add it: screen = udf.screen(function(view, ui) … end)"
    return HostError(usage: "screen: \(problem)\n  \(advice)")
  }

  /// - Parameter place: the list of the app, and the index in it, of the feature or scene with the `screen` function.
  private func draw(
    _ view: Value, by place: (list: String, index: Int), of subject: String, _ rows: Range<Int>
  ) throws(HostError) -> Value {
    let keys: [Value] = [.string(place.list), .integer(Int64(place.index + 1)), "screen"]
    guard let screen = machine.reference(keys, in: loadedApp.app), let draw = try drawer() else {
      throw noScreen("\(subject) has none any more")
    }
    let arguments: [Value] = [.integer(Int64(rows.lowerBound)), .integer(Int64(rows.count)), view]
    do {
      return try machine.call(draw, first: screen, arguments, phase: .view, budget: configuration.timeBudget).first
        ?? .none
    } catch {
      throw HostError(error, subject: "screen of \(subject)")
    }
  }

  /// Returns the Lua function that draws a screen. The first screen loads it.
  private func drawer() throws(HostError) -> LuaReference? {
    if let drawer = prelude["draw"] { return drawer }
    do throws(LuaError) { return try prelude.adding(tool: PackageResources.screen_lua) } catch {
      throw HostError(error)
    }
  }

  private func checked(_ screen: Screen) throws(HostError) -> Screen {
    var keys: Set<String> = []
    if let twice = screen.fields.first(where: { !keys.insert($0.key).inserted })?.key {
      throw HostError(
        usage: "screen of \(screen.name): two fields are called \"\(twice)\"\n  To fix this, give one of them a key")
    }
    return screen
  }

  /// Performs the action of the row or button with a number. Throws a `HostError` if the screen has no such number, and
  /// the errors of `event`. Returns false if the event is not mapped to an action.
  @discardableResult
  public func tap(_ number: Int, on screen: Screen) throws -> Bool {
    try requireOwner()
    let targets = screen.targets
    guard let target = targets.first(where: { $0.number == number }) else {
      let known = targets.isEmpty ? "Nothing here can be tapped." : "Its numbers go from 1 to \(targets.count)."
      throw HostError(usage: "tap: the screen has no \(number). \(known)")
    }
    return try raise(target.event, target.fields, on: screen)
  }

  /// Writes a text into the field with a key. Throws a `HostError` if the screen has no such field, and the errors of
  /// `event`. Returns false if the event is not mapped to an action.
  ///
  ///     try host.type("Anna", into: "name", on: host.screen(rows: 1..<21))
  @discardableResult
  public func type(_ text: String, into key: String, on screen: Screen) throws -> Bool {
    try requireOwner()
    let fields = screen.fields
    guard let field = fields.first(where: { $0.key == key }), let name = field.event else {
      let hint = fields.isEmpty ? " Nothing here can be written." : didYouMean(key, among: fields.map(\.key))
      throw HostError(usage: "type: the screen has no field \"\(key)\".\(hint)")
    }
    var content = field.fields
    content["text"] = field.isSecret ? sealed(.string(text)) : .string(text)
    return try raise(name, content, on: screen)
  }

  /// Raises an event. Its effects are cancelled when its screen on the path ends.
  private func raise(_ name: String, _ fields: Record, on screen: Screen) throws -> Bool {
    guard let id = screen.id else { return try event(name, fields) }
    return try name.contains(".") ? event(name, fields, on: id) : raise(name, fields, on: id)
  }
}
