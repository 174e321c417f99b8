import LuaRuntime
import LuaSyntax
import UDFServices

/// The part of the host that is written in Lua: the module `udf`, and what stands behind it.
package struct Prelude {
  /// What `require "udf"` gives.
  package let library: LuaReference
  package let functions: LuaReference
  /// What its functions call in the host.
  package let hostFunctions: HostFunctions
  /// What its parts share.
  private let host: LuaReference
  private let machine: LuaMachine

  /// Words that the prompt uses itself, so that no feature can have them for a name.
  static let reserved = [
    "state", "view", "computed", "nav", "services", "event", "dispatch", "settle", "it", "udf", "print",
    "string", "table", "math", "utf8", "coroutine", "os", "debug", "_G",
  ]

  init(
    machine: LuaMachine, hostFunctions: HostFunctions, arguments: [String], methods: Value
  ) throws(HostError) {
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
      for source in [
        PackageResources.declarations_lua, PackageResources.udf_lua, PackageResources.policies_lua,
        ServicePrelude.source, PackageResources.sync_lua, PackageResources.usecase_lua,
        PackageResources.derived_lua, PackageResources.keyed_lua, PackageResources.flow_lua,
        PackageResources.guards_lua, PackageResources.nav_lua, PackageResources.scene_lua,
        PackageResources.effects_lua, PackageResources.runtime_lua,
      ] {
        try Prelude.run(source, host, in: machine)
      }
      guard let library = machine.reference(["library"], in: host) else { throw LuaError.last(of: machine) }
      self.library = library
    } catch {
      throw HostError(error)
    }
  }

  /// What `declarations.lua` declares at a path of keys, which must be plain data.
  package func declared(_ path: String...) throws(HostError) -> Value {
    do throws(LuaError) {
      guard let identity = self["identity"],
        let declared = machine.reference(["declarations"] + path.map(Value.string), in: host)
      else { return .none }
      return try machine.call(identity, first: declared).first ?? .none
    } catch { throw HostError(error) }
  }

  /// Collects unknown keys in the list that it returns, instead of refusing them, from now on.
  package func noteUnknownKeys() -> LuaReference? {
    let notes = machine.table()
    machine.assign(notes, to: "noted", of: host)
    return notes
  }

  /// Runs a further part, and gives what that returns.
  package func adding(_ source: [UInt8]) throws(LuaError) -> LuaReference? {
    try Prelude.run(source, host, in: machine)
    return machine.result(1)
  }

  private static func run(_ source: [UInt8], _ host: LuaReference, in machine: LuaMachine) throws(LuaError) {
    // Errors never name the host's own code as their place.
    let chunk = try machine.load(source, name: "=[udf]", in: machine.environment())
    try machine.run(chunk, first: host)
  }

  /// One of the prelude's own functions.
  package subscript(name: String) -> LuaReference? { machine.reference([.string(name)], in: functions) }
}
