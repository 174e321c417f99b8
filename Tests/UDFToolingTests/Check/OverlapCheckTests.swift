import HostTesting
import Testing

@testable import UDFTooling

@Suite("Checking effects that may overlap")
struct OverlapCheckTests {
  private static func feed(_ effect: String, reduce: String = "", parameters: String = "cx") -> String {
    Source.feature(
      """
        name = "feed", uses = { "http", "uuid" }, actions = { load = {}, loaded = { rows = "any" } },
        reduce = { \(reduce)loaded = function(state, action) state.rows = action.rows end },
        effects = { load = \(effect) },
      """)
  }

  private static let plain = """
    function(cx)
        local answer = cx.services.http.get("https://news.example")
        cx.send { type = "loaded", rows = { answer, cx.services.uuid.make() } }
      end
    """

  @Test("two equal runs with late results, without a policy")
  func overlap() throws {
    let checked = try Checked(["feed": Self.feed(Self.plain)])
    #expect(
      checked.texts == [
        """
        feed.lua:5:15: warning: feed/load: two runs of this effect can overlap, and the first may answer last
          It waits and then sends, without a policy, and no reducer notes that it runs.
          To fix this, give it a policy: udf.leading, udf.latest or udf.queue; udf.every allows the overlap.
           4 |   reduce = { loaded = function(state, action) state.rows = action.rows end },
           5 |   effects = { load = function(cx)
             |               ^
        """
      ])
  }

  @Test("two runs that wait for a service in Lua, which waits itself", arguments: ["fetch", "nap", "name"])
  func services(_ method: String) throws {
    let checked = try Checked([
      "feed": Self.feed(Self.plain).replacing("http.get", with: "news." + method).replacing(
        "\"http\"", with: "\"news\""),
      "news": """
      return function(core)
        return {
          fetch = function(address) return core.http.get(address) end, nap = function() core.sleep(1) end,
          name = function() return core.uuid.make() end,
        }
      end
      """,
      "app": """
      local udf = require "udf"
      return udf.app { name = "x", features = { require "feed" }, services = { news = require "news" } }
      """,
    ])
    #expect(checked.heads.count { $0.contains("overlap") } == (method == "name" ? 0 : 1), "\(checked.heads)")
  }

  @Test(
    "nothing is reported with a policy or a reducer, without a wait, or if the effect compares its action",
    arguments: [
      feed("udf.every(\(plain))"), feed(plain, reduce: "load = function(state) state.isLoading = true end, "),
      feed("function(cx) cx.send { type = \"loaded\", rows = cx.services.uuid.make() .. #cx.services.http end"),
      feed(plain.replacing("(cx)", with: "(cx, action)").replacing("answer,", with: "answer, action.page,")),
      feed("function(cx) cx.send { type = \"loaded\", rows = {} } cx.services.http.get(cx.services.uuid.make()) end"),
    ])
  func right(_ feed: String) throws {
    let checked = try Checked(["feed": feed])
    #expect(checked.heads.filter { $0.contains("overlap") } == [])
  }
}
