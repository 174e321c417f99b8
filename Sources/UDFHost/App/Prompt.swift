import LuaRuntime

/// What a line at the prompt sees: the state, the features, `it`, and the globals that earlier lines made.
final class Prompt {
  private let machine: LuaMachine
  private let names: LuaReference
  private let environment: LuaReference
  private var features: [String] = []

  init(machine: LuaMachine, prelude: Prelude) throws(HostError) {
    self.machine = machine
    guard let names = machine.table(), let environment = machine.environment(writable: true, library: names) else {
      throw HostError(LuaError.last(of: machine))
    }
    self.names = names
    self.environment = environment
    machine.assign(machine.node([]), to: "state", of: names)
    machine.assign(prelude["views"], to: "view", of: names)
    machine.assign(prelude["print"], to: "print", of: names)
    machine.assign(prelude.library, to: "udf", of: names)
    machine.assign(machine.function(HostFunction.event.rawValue), to: "event", of: names)
    machine.assign(machine.function(HostFunction.settle.rawValue), to: "settle", of: names)
  }

  /// Offers the features of a generation instead of those of the one before.
  func offer(_ generation: Generation) {
    for feature in features { machine.assign(nil, to: feature, of: names) }
    features = generation.features.map(\.name)
    for (feature, members) in generation.members { machine.assign(members, to: feature, of: names) }
    machine.assign(generation.dispatcher, to: "dispatch", of: names)
  }

  /// Compiles a line, as an expression if it is one. Throws the error of the line as it stands.
  func compile(_ source: String, name: String, line: Int) throws(LuaError) -> LuaReference {
    // Lines in front, so that errors count from where the chunk begins.
    let before = String(repeating: "\n", count: max(0, line - 1))
    if let expression = try? machine.load((before + "return " + source).utf8, name: name, in: environment) {
      return expression
    }
    return try machine.load((before + source).utf8, name: name, in: environment)
  }

  /// Keeps the last call's first result as `it`.
  func keepResult() {
    if let result = machine.result(1) { machine.assign(result, to: "it", of: names) }
  }
}
