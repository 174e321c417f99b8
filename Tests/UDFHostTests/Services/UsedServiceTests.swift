import HostTesting
import Testing

@Suite("the services that a feature uses")
struct UsedServiceTests {
  private let office = PostOffice()

  @Test("cannot be changed by a script, not even through pairs")
  func sealed() throws {
    let app = try office.app(
      """
      go = function(cx)
        local _, methods = pairs(cx.services.post)
        methods.stamp = function() return "forged" end
        note(cx, cx.services.post.stamp(1).value)
        note(cx, select(2, pcall(function() cx.services.post.stamp = 1 end)))
        note(cx, select(2, pairs(udf)).app == udf.app)
      end
      """)
    try app.run("a.go()")
    let notes = try app.notes()
    #expect(notes.first == "1" && notes.last == "true")
    #expect(
      notes[1].hasSuffix("services.post.stamp cannot be written. To fix this, put it into udf.app{ services = … }"))
  }

  @Test(
    "none of them has › a script reaches only the services that it declares",
    arguments: ["clock", "env", "files", "http", "json", "kv", "random", "uuid"])
  func capabilities(_ service: String) throws {
    let app = try TestHost([
      "a": Source.feature(
        """
          name = "a", uses = { "log" },
          reduce = { go = function() end },
          effects = { go = function(cx) return cx.services.\(service).get end },
        """)
    ])
    try app.run("a.go()")
    let message = try #require(app.errors.first?.message)
    #expect(
      message.contains(
        "the service \"\(service)\" is not listed by the feature a. "
          + "To fix this, add it: uses = { \"log\", \"\(service)\" }"))
  }

  @Test("must exist: uses refuses an unknown name")
  func unknown() {
    #expect(
      failure { _ = try office.app("go = function() end", uses: "'pots'") }.contains(
        "a.lua:5:3: a: uses: there is no service \"pots\". Did you mean \"post\"?"))
  }
}
