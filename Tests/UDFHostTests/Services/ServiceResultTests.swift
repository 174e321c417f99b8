import HostTesting
import Testing
import UDF
import UDFHost
import UDFServices

@Suite("the result of a service")
struct ServiceResultTests {
  private struct Core: HostCore {
    let given: Value

    let instances = Instances()

    func services() -> [HostService] {
      [
        HostService(
          "post",
          [
            ServiceMethod("now", returns: ["sku": "string", "qty": "integer?"]) { _ in given },
            ServiceMethod(awaiting: "later", returns: "string") { _ in given },
            ServiceMethod(streaming: "all", of: "integer") { _ in { [given] } },
            ServiceMethod("nothing") { _ in given },
          ])
      ]
    }
  }

  private static func problem(_ method: String, _ given: Value) async throws -> Value {
    let app = try TestHost([
      "a": Source.feature(
        """
          name = "a", state = { notes = udf.list {} }, uses = { "post" },
          reduce = { go = function() end, note = function(state, action) state.note = action.text end },
          effects = { go = function(cx)
            local post = cx.services.post
            local isOk, problem = pcall(function() \(method == "all" ? "for _ in post.all() do break end" : "post.\(method)()") end)
            cx.send { type = "note", text = isOk and "fine" or problem.code .. " | " .. problem.message }
          end },
        """)
    ]) { $0.core = Core(given: given) }
    try app.run("a.go()")
    await app.host.settle()
    return try app.state("a.note")
  }

  @Test("has its declared type, or is an error that the script can catch")
  func results() async throws {
    #expect(
      try await Self.problem("now", ["sku": 7]) == """
        result | post.now: the result does not match the signature: its sku must be a string, and is number 7
          Signature: post.now() → { qty = integer?, sku = string }
        """)
    #expect(
      try await Self.problem("now", ["sku": "x", "price": 2]) == """
        result | post.now: the result does not match the signature: its price is not declared
          Signature: post.now() → { qty = integer?, sku = string }
        """)
    #expect(
      try await Self.problem("later", 5) == """
        result | post.later: the result does not match the signature: it must be a string, and is number 5
          Signature: post.later() → string
        """)
    #expect(
      try await Self.problem("all", "x") == """
        result | post.all: the result does not match the signature: it must be an integer, and is string "x"
          Signature: post.all() → iterator of integer
        """)
  }
}
