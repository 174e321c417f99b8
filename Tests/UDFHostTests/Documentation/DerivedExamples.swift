import HostTesting
import Testing
import UDFHost
import UDFTooling

/// The examples of the page on derived values, as they stand there.
@Suite("examples in the documentation of derived values")
struct DerivedExamples {
  private static let cart = """
    local udf = require "udf"
    return udf.feature {
      name = "cart",
      state = { lines = udf.list {}, filter = { least = 0 } },
      computed = {
        shown = { "lines", "filter.least", function(lines, least)
          local shown = udf.list {}
          for _, line in ipairs(lines) do if line.qty >= least then shown[#shown + 1] = line end end
          return shown
        end },
        total = { "computed.shown", function(shown)
          local total = 0
          for _, line in ipairs(shown) do total = total + line.qty * line.price end
          return total
        end },
      },
      reactions = {
        save = { "lines", udf.debounce(1, function(cx, lines) cx.services.kv.set("lines", lines) end) },
      },
      uses = { "kv" },
      reduce = { add = function(state, action) table.insert(state.lines, action.line) end },
      view = function(state, computed)
        return { total = computed.total, rows = udf.each(computed.shown, function(line) return { text = line.sku } end) }
      end,
    }
    """

  @Test("computed values, rows and a reaction")
  func derived() async throws {
    let app = try TestHost(["cart": Self.cart]) { $0.core = TestCore() }
    try app.run("cart.add{ line = { sku = 'a', qty = 2, price = 10 } }")
    #expect(try app.host.computed("cart.total") == 20)
    #expect(try app.host.view(of: "cart") == ["rows": [["text": "a"]], "total": 20])
    app.pass(1)
    await app.settled()
    #expect(try app.run("services.kv.get('lines')") == [["price": 10, "qty": 2, "sku": "a"]])
  }
}
