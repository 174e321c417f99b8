import LuaRuntime
import UDFHost
import UDFServices

/// Makes the annotations of the services that an app's effects can use.
struct ServiceAnnotations {
  /// The method names of each service, by the service's name.
  let methods: Record
  let natives: [HostService]

  func text() throws(HostError) -> String {
    var classes: [AnnotationClass] = []
    var all = AnnotationClass(name: "udf.Services", doc: "All services of the app.")
    for (name, names) in methods {
      let native = natives.first { $0.name == name }
      all.add(name, "udf.services.\(name)", doc: native?.doc ?? "")
      var made = AnnotationClass(name: "udf.services.\(name)", doc: native?.doc ?? "A service of the app's own.")
      for method in names.texts.sorted() {
        let declared = native?.methods.first { $0.name == method }
        do throws(FieldTypeError) {
          made.add(method, try declared.map(call) ?? "fun(...: any): any", doc: declared?.doc ?? "")
        } catch { throw HostError(code: "load", message: "service \(name).\(method): \(error.text)") }
      }
      classes.append(made)
    }
    return ([all] + classes).map(\.text).joined(separator: "\n\n")
  }

  /// Returns the signatures of a method: with positional arguments, and with one table of named arguments.
  private func call(_ method: ServiceMethod) throws(FieldTypeError) -> String {
    var parameters: [(name: String, type: FieldType)] = []
    for (name, type) in method.parameters { parameters.append((name, try FieldType(type))) }
    var result = method.result == .none ? "" : try FieldType(method.result).annotated
    if case .streaming = method.body { result = "fun(): \(result)" }
    let gives = result.isEmpty ? "" : ": \(result)"
    let listed = parameters.map { name, type in
      if case .optional(let inner) = type { return "\(name)?: \(inner.annotated)" }
      return "\(name): \(type.annotated)"
    }
    let byPosition = "fun(\(listed.joined(separator: ", ")))\(gives)"
    // If the first argument may be any table, a single table is never interpreted as named arguments.
    guard let first = parameters.first, first.type != .any else { return byPosition }
    return "(\(byPosition))|(fun(arguments: \(FieldType.annotated(parameters)))\(gives))"
  }
}
