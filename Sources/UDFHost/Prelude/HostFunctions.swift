import LuaRuntime

/// The functions that scripts call in the host, each answered by the part that has added it.
package final class HostFunctions {
  package typealias Body = ([Value]) -> HostAnswer

  private(set) var bodies: [Body?] = HostFunction.allCases.map { _ in nil }
  /// Answers `require` of the file with a number.
  var require: (Value, _ file: Int) -> HostAnswer = { _, _ in .values([]) }

  /// Adds the functions of a part; the last part that adds a function answers it.
  package func add(_ part: any HostFunctionProvider) {
    for (function, body) in part.functions { bodies[Int(function.rawValue)] = body }
  }

  /// Releases the parts: they retain the prelude, and that the functions.
  func removeAll() { bodies = bodies.map { _ in nil } }

  func call(_ number: Int32, _ arguments: [Value]) -> HostAnswer {
    let file = number - HostFunction.require.rawValue
    if file >= 0 { return require(arguments.first ?? .none, Int(file)) }
    return bodies[Int(number)]?(arguments) ?? .values([])
  }
}
