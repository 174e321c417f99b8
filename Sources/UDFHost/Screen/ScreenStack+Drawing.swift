import LuaRuntime

/// What a person sees of the screens, and does on them.
extension ScreenStack {
  /// What there is to see now; see ``AppHost/screen(rows:)``.
  func screen(rows: Range<Int>) throws(HostError) -> Screen {
    var reader = ScreenReader()
    let drawings = generation?.screens ?? [:]
    if let shown = screens.last, let scene = generation?.scene(of: shown) {
      let place = "the scene \(scene.name)"
      guard let drawing = drawings[scene.name] else { throw noScreen("\(place) has none") }
      reader.read(try draw(screenState(of: shown.id), by: drawing, of: place, rows), of: nil)
      return try checked(Screen(name: scene.name, id: shown.id, elements: reader.elements))
    }
    let names = generation?.features.map(\.name).filter { drawings[$0] != nil } ?? []
    if names.isEmpty { throw noScreen("no feature has one") }
    for name in names {
      guard let drawing = drawings[name] else { continue }
      reader.read(try draw(derivations.view(of: name), by: drawing, of: name, rows), of: name)
    }
    return try checked(Screen(name: names.joined(separator: " "), id: nil, elements: reader.elements))
  }

  private func noScreen(_ problem: String) -> HostError {
    let advice = "To fix this, add it: screen = udf.screen(function(view, ui) … end)"
    return HostError(code: "usage", message: "screen: \(problem)\n  \(advice)")
  }

  private func draw(
    _ view: Value, by drawing: LuaReference, of subject: String, _ rows: Range<Int>
  ) throws(HostError) -> Value {
    let arguments: [Value] = [.integer(Int64(rows.lowerBound)), .integer(Int64(rows.count)), view]
    do {
      return try machine.call(drawing, arguments, phase: .view, budget: budget).first ?? .none
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

  /// Raises the event of the row or button with a number; see ``AppHost/tap(_:on:)``.
  func tap(_ number: Int, on screen: Screen) throws -> Bool {
    let targets = screen.targets
    guard let target = targets.first(where: { $0.number == number }) else {
      let known = targets.isEmpty ? "Nothing here can be tapped." : "Its numbers go from 1 to \(targets.count)."
      throw HostError(code: "usage", message: "tap: the screen has no \(number). \(known)")
    }
    return try raise(target.event, target.fields, on: screen)
  }

  /// Writes a text into the field with a key; see ``AppHost/type(_:into:on:)``.
  func type(_ text: String, into key: String, on screen: Screen) throws -> Bool {
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
    return try sceneEvent(name, fields, on: id) ?? viewEvents.raise(name, fields, origin: .event, screen: id)
  }
}
