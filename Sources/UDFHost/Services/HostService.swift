import LuaRuntime

/// Something outside the state that effects may use, if their feature lists it in `uses`.
protocol HostService: AnyObject {
  var name: String { get }
  var methods: [String] { get }

  /// Throws a ``ServiceError`` that the script sees as an error table.
  func call(_ method: String, _ arguments: [Value]) throws(ServiceError) -> ServiceResult
}

/// What a method of a service gives.
enum ServiceResult {
  case value(Value)
  /// Values one after the other; scripts get an iterator. Returns an empty list at the end.
  case stream(next: () throws(ServiceError) -> [Value])
}

/// An error of a service, as scripts see it: `{ code, message, service, method }`.
struct ServiceError: Error {
  var code: String
  var message: String

  func value(service: String, method: String) -> Value {
    [
      "code": .string(code), "message": .string(message), "service": .string(service), "method": .string(method),
    ]
  }
}
