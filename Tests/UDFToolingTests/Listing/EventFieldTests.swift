import HostTesting
import Testing
import UDFHost
import UDFTooling

@Suite("the fields of a view event")
struct EventFieldTests {
  @Test("are those that its function reads, also in another file, and none without a function")
  func read() throws {
    let app = try TestHost([
      "cart": Source.feature(
        """
        name = "cart", actions = { add = { sku = "string" } }, events = {
          tap = function(event, state) return { type = "add", sku = event.sku .. (event.size or event.sku) } end,
          paste = require "paste", add = "add",
        },
        """),
      "app": """
      local udf = require "udf"
      return udf.app { name = "test", features = { require "cart" } }
      """,
      "paste": "return function(e) return { type = 'add', sku = e.text } end",
    ])
    #expect(app.host.fields(ofEvent: "cart.tap") == ["sku", "size"])
    #expect(app.host.fields(ofEvent: "cart.paste") == ["text"])
    for name in ["cart.add", "cart.none", "none.tap", "cart"] { #expect(app.host.fields(ofEvent: name) == []) }
  }
}
