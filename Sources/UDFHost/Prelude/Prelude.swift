import LuaRuntime
import LuaSyntax
import UDFLanguage
import UDFServices

/// The part of the host that is written in Lua: the module `udf` and its internal functions.
package struct Prelude {
  /// The value of `require "udf"`.
  package let library: LuaReference
  package let functions: LuaReference
  /// The host functions that the prelude calls.
  package let hostFunctions: HostFunctions
  /// The table that the files of the prelude share.
  private let host: LuaReference
  private let machine: LuaMachine

  /// Names that the prompt uses itself, so that no feature may have them.
  static let reserved = [
    "state", "view", "computed", "nav", "services", "event", "dispatch", "settle", "it", "udf", "print",
    "string", "table", "math", "utf8", "coroutine", "os", "io", "debug", "_G",
  ]

  init(machine: LuaMachine, hostFunctions: HostFunctions, arguments: [String], methods: Value) throws(HostError) {
    self.machine = machine
    self.hostFunctions = hostFunctions
    do throws(LuaError) {
      guard let host = machine.table(), let functions = machine.table() else { throw LuaError.last(of: machine) }
      for function in HostFunction.allCases where function != .require {
        let made =
          [.spawn, .later].contains(function)
          ? machine.spawner(function.rawValue)
          : machine.function(function.rawValue, display: function.takesAnything)
        machine.assign(made, to: function.name, of: host)
      }
      machine.assign(machine.listFunction(), to: "list", of: host)
      machine.assign(machine.node([]), to: "state", of: host)
      machine.assign(machine.framedFunction(), to: "framed", of: host)
      machine.assign(machine.memoLibrary(), to: "memo", of: host)
      machine.assign(machine.value(.null), to: "null", of: host)
      machine.assign(machine.value(.list(arguments.map(Value.string))), to: "args", of: host)
      machine.assign(machine.value(methods), to: "methods", of: host)
      for (name, words) in [("reserved", Set(Prelude.reserved)), ("keywords", Set(Keyword.allCases.map(\.rawValue)))] {
        machine.assign(machine.value(.map(Record(words.map { ($0, .boolean(true)) }))), to: name, of: host)
      }
      self.functions = functions
      self.host = host
      machine.assign(functions, to: "internal", of: host)
      for source in LanguageSource.base + [ServicePrelude.source] + LanguageSource.rest {
        try Prelude.run(source, host, in: machine)
      }
      guard let library = machine.reference(["library"], in: host) else { throw LuaError.last(of: machine) }
      self.library = library
    } catch {
      throw HostError(error)
    }
  }

  /// Returns the value at a path of keys in `declarations.lua`; it must be plain data.
  package func declared(_ path: String...) throws(HostError) -> Value {
    do throws(LuaError) {
      guard let identity = self["identity"],
        let declared = machine.reference(["declarations"] + path.map(Value.string), in: host)
      else { return .none }
      return try machine.call(identity, first: declared).first ?? .none
    } catch { throw HostError(error) }
  }

  /// Adds Lua's `require` and `package` to a file's environment, whose library `own` has the host's `require`.
  func openRequire(of own: LuaReference) throws(LuaError) { try open("openRequire", own) }

  /// Adds the output functions of `io` to an environment with the library `own`.
  func openOutput(of own: LuaReference) throws(LuaError) { try open("openOutput", own) }

  private func open(_ name: String, _ own: LuaReference) throws(LuaError) {
    guard let open = self[name] else { throw LuaError.last(of: machine) }
    try machine.run(open, first: own)
  }

  /// From now on, collects unknown keys in the list that it returns, instead of refusing them.
  package func noteUnknownKeys() -> LuaReference? {
    let notes = machine.table()
    machine.assign(notes, to: "noted", of: host)
    return notes
  }

  /// Runs a further file of the prelude, and returns its result.
  package func adding(_ source: [UInt8]) throws(LuaError) -> LuaReference? {
    try Prelude.run(source, host, in: machine)
    return machine.result(1)
  }

  private static func run(_ source: [UInt8], _ host: LuaReference, in machine: LuaMachine) throws(LuaError) {
    // This name keeps the host's own code out of the positions in errors.
    let chunk = try machine.load(source, name: "=[udf]", in: machine.environment())
    try machine.run(chunk, first: host)
  }

  /// Returns one of the prelude's own functions.
  package subscript(name: String) -> LuaReference? { machine.reference([.string(name)], in: functions) }
}
