import Platform
import UDF
import UDFHost
import UDFServices

/// A post office: letters wait until they are let go.
struct PostCore: HostCore {
  let instances = Instances()
  let post: Post

  func services() -> [HostService] {
    [
      HostService(
        "post", doc: "Letters.",
        [
          ServiceMethod(awaiting: "letter", ["to": "string", "pages": "integer?"], returns: "string", doc: "One.") {
            call in
            try await post.write("\(call.string("to")) \(call.integer("pages") ?? 1)")
          },
          ServiceMethod("stamp", ["value": "number"], returns: "table") { call in
            ["value": call["value"], "cause": call.cause.map(Value.string) ?? .none]
          },
          ServiceMethod("draw", ["options": "table", "pages": "integer?"], returns: "table") { call in
            ["options": call["options"], "pages": call["pages"]]
          },
          ServiceMethod("show", ["value": "any", "pages": "integer?"], returns: "table") { call in
            ["value": call["value"], "pages": call["pages"]]
          },
          ServiceMethod("lose") { _ in throw Lost() },
          ServiceMethod(awaiting: "nest", ["depth": "integer"], returns: "any") { call in
            (0..<(call.integer("depth") ?? 0)).reduce(.integer(0)) { value, _ in .list([value]) }
          },
          ServiceMethod(streaming: "letters", ["to": "string", "count": "integer"], of: "string") { call in
            let (to, count, last) = (call.string("to"), call.integer("count") ?? 0, Guarded(0))
            return {
              let number = last.withLock { last in
                last += 1
                return last
              }
              return number <= count ? [try await post.write("\(to) \(number)"), .string("PS \(number)")] : []
            }
          },
        ])
    ]
  }
}

private struct Lost: Error, CustomStringConvertible {
  let description = "lost in the mail"
}
