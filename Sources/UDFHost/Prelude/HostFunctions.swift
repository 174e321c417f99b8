import LuaRuntime

/// The host functions that scripts call. Each is implemented by the part that has added it.
package final class HostFunctions {
  package typealias Body = ([Value]) -> HostAnswer

  @exclusivity(unchecked) private(set) var bodies: [Body?] = HostFunction.allCases.map { _ in nil }
  /// Implements `require` for the file with a number.
  var require: (Value, _ onlyLoaded: Bool, _ file: Int) -> HostAnswer = { _, _, _ in .values([]) }

  /// Adds the functions of a part. If several parts add a function, the last one implements it.
  package func add(_ part: any HostFunctionProvider) {
    for (function, body) in part.functions { bodies[Int(function.rawValue)] = body }
  }

  /// Releases the parts. They retain the prelude, which retains the functions.
  func removeAll() { bodies = bodies.map { _ in nil } }

  func call(_ number: Int32, _ arguments: [Value]) -> HostAnswer {
    let file = number - HostFunction.require.rawValue
    if file >= 0 { return require(arguments.first ?? .none, arguments.count > 1, Int(file)) }
    return bodies[Int(number)]?(arguments) ?? .values([])
  }
}
