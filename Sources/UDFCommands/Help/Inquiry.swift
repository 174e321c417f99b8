import UDFHost
import UDFTooling

/// Answers `name?` for a command, a feature, an action, an event, a service or its method, or a name of the prompt, the
/// library or the reference.
struct Inquiry {
  let host: AppHost

  /// Throws a ``HostError`` with a suggestion if there is nothing of this name.
  func answer(_ subject: String) throws(HostError) -> CommandResult {
    if subject.first == ":" {
      if let entry = CommandTable.entry(for: String(subject.dropFirst())) { return .text(CommandTable.help(on: entry)) }
    } else {
      let name = subject.replacing("/", with: ".").replacing(".make.", with: ".")
      if let found = action(name) ?? part(name) ?? service(name) ?? word(name) { return found }
      if let found = try member(name) { return found }
      if let entry = CommandTable.entry(for: subject) { return .text(CommandTable.help(on: entry)) }
    }
    // The prompt has neither an effect's context nor the functions of tests.
    if ["cx", "test"].contains(subject.prefix { $0 != "." }) {
      return .text("udfhost reference \(subject)  describes it")
    }
    let known = try known()
    let hint = suggestion(for: subject, among: known).map { "Did you mean \"\($0)\"?" } ?? ":ls lists the features."
    throw HostError(usage: "\(subject)?: there is nothing of this name. \(hint)")
  }

  /// Returns the description of a name whose value consists of functions, so that printing the value would show
  /// nothing; nil for other names.
  func functions(of name: String) throws(HostError) -> CommandResult? {
    if name == "services" || name.hasPrefix("services.") { return service(name) }
    if name == "udf" || name.hasPrefix("udf.") { return try member(name) }
    return action(name) ?? host.features.first(where: { $0.name == name }).map(CommandResult.feature)
  }

  private func known() throws(HostError) -> [String] {
    let actions = host.features.flatMap { feature in feature.actions.map { "\(feature.name).\($0.name)" } }
    let services = host.services.flatMap { service in
      [service.name, "services.\(service.name)"]
        + service.methods.flatMap { ["\(service.name).\($0.name)", "services.\(service.name).\($0.name)"] }
    }
    let library = try host.libraryWords().map(\.name) + ["udf"]
    return CommandTable.entries.map { ":\($0.name)" } + host.features.map(\.name) + actions + events.map(\.name)
      + services + Word.all.map(\.name) + library
  }

  private func action(_ name: String) -> CommandResult? {
    for feature in host.features {
      if let action = feature.actions.first(where: { "\(feature.name).\($0.name)" == name }) {
        return .action(action, host.answers(to: action.fullName))
      }
    }
    return nil
  }

  /// Describes a feature, one of its events, or the flow.
  private func part(_ name: String) -> CommandResult? {
    if let feature = host.features.first(where: { $0.name == name }) { return .feature(feature) }
    if let feature = host.features.first(where: { "\($0.name).make" == name }), let action = feature.actions.first {
      return .text("\(name).\(action.name){…}  makes the action and does not send it")
    }
    if name == "flow", let flow = host.flow { return .flow(flow) }
    guard let event = events.first(where: { $0.name == name }) else { return nil }
    return .text("event(\"\(name)\", {…})  an event of \(event.place)")
  }

  private var events: [(name: String, place: String)] {
    let ofFeatures = host.features.flatMap { feature in
      feature.events.map { ("\(feature.name).\($0)", "\(feature.name), \(feature.file):\(feature.line)") }
    }
    let ofScenes = (host.flow?.scenes ?? []).flatMap { scene in
      scene.events.map { ("\(scene.name).\($0)", "the scene \(scene.name)") }
    }
    return ofFeatures + ofScenes
  }

  private func service(_ name: String) -> CommandResult? {
    if name == "services" { return .services(host.services) }
    let name = name.hasPrefix("services.") ? String(name.dropFirst("services.".count)) : name
    for service in host.services {
      if service.name == name { return .service(service) }
      if let method = service.methods.first(where: { "\(service.name).\($0.name)" == name }) {
        return .service(ServiceInfo(name: service.name, doc: service.doc, methods: [method]))
      }
    }
    return nil
  }

  private func word(_ name: String) -> CommandResult? {
    if let word = Word.all.first(where: { $0.name == name }) { return .text("\(word.usage)\n  \(word.text)") }
    // Names inside the state are answered by their values.
    guard ["state.", "view.", "computed.", "nav."].contains(where: name.hasPrefix) else { return nil }
    return name.firstIndex(of: ".").flatMap { word(String(name[..<$0])) }
  }

  /// Describes `udf` or one of its members.
  private func member(_ name: String) throws(HostError) -> CommandResult? {
    guard name.hasPrefix("udf") else { return nil }
    let words = try host.libraryWords()
    if name == "udf" {
      let names = words.map(\.name).joined(separator: " ")
      let text = "the library that the app's files require; udf.feature? describes one of its functions"
      return .text("udf = require \"udf\"\n  \(text)\n  \(names)")
    }
    guard let word = words.first(where: { $0.name == name }) else { return nil }
    let width = word.keys.map(\.name.count).max() ?? 0
    let keys = word.keys.map { "  \($0.name.padded(to: width))  \($0.text)" }
    return .text(([word.usage, "  " + word.text] + keys).joined(separator: "\n"))
  }
}
