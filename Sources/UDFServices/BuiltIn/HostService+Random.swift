import LuaRuntime

extension HostService {
  /// `cx.services.random`: random numbers, which reducers must not use.
  static func random(_ source: any RandomSource) -> HostService {
    HostService(
      "random", doc: "Random numbers; --seed makes them repeatable.",
      [
        ServiceMethod("number", returns: "number", doc: "A number from 0 up to, but not including, 1.") { _ in
          var numbers = RandomNumbers(source: source)
          return .number(.random(in: 0..<1, using: &numbers))
        },
        ServiceMethod(
          "integer", ["low": "integer", "high": "integer"], returns: "integer", doc: "An integer from low to high."
        ) { call in
          guard let low = call.integer("low"), let high = call.integer("high"), low <= high else {
            throw ServiceError(
              code: "arguments",
              message:
                "random.integer: low must not be above high, got \(call["low"].literal) and \(call["high"].literal)")
          }
          var numbers = RandomNumbers(source: source)
          return .integer(Int64(Int.random(in: low...high, using: &numbers)))
        },
        ServiceMethod("pick", ["list": ["any"]], returns: "any", doc: "One item of a list.") { call in
          var numbers = RandomNumbers(source: source)
          guard case .list(let items) = call["list"], let item = items.randomElement(using: &numbers) else {
            throw ServiceError(code: "arguments", message: "random.pick: the list is empty; there is nothing to pick")
          }
          return item
        },
        ServiceMethod("shuffle", ["list": ["any"]], returns: ["any"], doc: "The items of a list in another order.") {
          call in
          var numbers = RandomNumbers(source: source)
          guard case .list(let items) = call["list"] else { return .list([]) }
          return .list(items.shuffled(using: &numbers))
        },
      ])
  }
}
