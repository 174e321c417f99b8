import HostTesting
import Testing
import UDFHost

/// Which writes are allowed. The rows of the concept are in `Concepts/LoginTests.swift`.
@Suite("A use case in Lua")
struct UseCaseTests {
  private static let account = """
    local udf = require "udf"
    return udf.usecase {
      name = "login",
      outputs = { "didStart", "didSucceed", "didFail" },
      run = function(cx, input, output)
        output.didStart()
        cx.sleep(1)
        if input.name == "Ada" then
          output.didSucceed { user = input.name }
        else
          output.didFail { message = "nobody is called " .. tostring(input.name) }
        end
      end,
    }
    """

  /// A feature with the use case, with the policy in `effect`.
  private static func feature(_ effect: String = "login:bind(outputs)") -> String {
    """
    local udf = require "udf"
    local login = require "login"
    local outputs = {
      didStart = "started",
      didSucceed = function(result) return { type = "opened", user = result.user } end,
      didFail = "failed",
    }
    return udf.feature {
      name = "session",
      state = { isLoading = false },
      events = { submit = "login" },
      reduce = {
        started = function(state) state.isLoading = true; state.error = nil end,
        opened = function(state, action) state.isLoading = false; state.user = action.user end,
        failed = function(state, action) state.isLoading = false; state.error = action.message end,
      },
      effects = { login = \(effect) },
    }
    """
  }

  private static func app(_ effect: String = "login:bind(outputs)", usecase: String = account) throws -> TestHost {
    try TestHost([
      "login": usecase, "session": feature(effect), "app": Source.app(["session"]),
    ])
  }

  @Test("decorators run from the inside out, may use services, and change or stop an output")
  func severalDecorators() throws {
    let app = try Self.app(
      """
      login
            :decorate { didSucceed = function(next, result) next { user = result.user .. "!" } end }
            :decorate(function(cx)
              return { didSucceed = function(next, result) cx.log("info", "seen " .. result.user); next(result) end }
            end)
            :decorate { didStart = function() end }
            :bind(outputs)
      """)
    try app.host.event("session.submit", ["name": "Ada"])
    #expect(try app.state("session.isLoading") == false)
    app.pass(1)
    #expect(try app.state("session.user") == "Ada!")
    #expect(app.logs == ["info seen Ada!", "trace login: didSucceed"])
  }

  @Test(
    "a violation of the rules is an error of the effect",
    arguments: [
      ("output.didStart(); output.didStart()", "login: reported didStart after didStart had started the run"),
      ("output.didFail(); output.didSucceed()", "login: reported didSucceed after didFail had ended the run"),
      ("output.didFail(); output.didStart()", "login: reported didStart after didFail had ended the run"),
      ("output.didStart()", "login: returned without an output that ends it"),
      ("", "login: returned without an output that ends it"),
      (
        "output.didSuceed()",
        "login.lua:5: effect of session/login: login has no output \"didSuceed\". Did you mean \"didSucceed\"?"
      ),
      (
        "output.didFail('x')",
        "login: didFail passed string \"x\", and is bound to an action by its name: it must pass one table of fields. To fix this, bind a function that makes the action"
      ),
    ])
  func broken(_ body: String, _ text: String) throws {
    let app = try Self.app(
      usecase: """
        local udf = require "udf"
        return udf.usecase {
          name = "login",
          outputs = { "didStart", "didSucceed", "didFail" },
          run = function(cx, input, output) \(body) end,
        }
        """)
    try app.run("session.login { user = 'x' }")
    let message = app.errors.first?.message.prefix { $0 != "\n" }
    #expect(message.map(String.init)?.hasSuffix(text) == true, "\(message ?? "none")")
    #expect(app.errors.count == 1)
  }

  @Test("a cancelled run needs no final output")
  func cancelled() throws {
    let app = try Self.app("udf.latest(login:bind(outputs))")
    try app.host.event("session.submit", ["name": "Bob"])
    try app.host.event("session.submit", ["name": "Ada"])
    app.pass(1)
    #expect(app.errors.isEmpty)
    #expect(try app.state("session.user") == "Ada")
  }

  @Test(
    "an invalid declaration is reported",
    arguments: [
      ("udf.usecase { outputs = {}, run = print }", "udf.usecase: outputs must name at least one output that ends it"),
      (
        "udf.usecase { outputs = { 'started' }, run = print }",
        "udf.usecase: outputs must name at least one output that ends it"
      ),
      ("udf.usecase { outputs = { 'x' } }", "udf.usecase: run is missing"),
      (
        "udf.usecase { outputs = { 'x' }, run = print, output = 1 }",
        "udf.usecase: unknown key \"output\". Did you mean \"outputs\"?"
      ),
      (
        "udf.usecase { name = 'u', outputs = { 'ended' }, run = print }:bind { eneded = 'x' }",
        "u: bind: there is no output \"eneded\". Did you mean \"ended\"?"
      ),
      (
        "udf.usecase { name = 'u', outputs = { 'ended' }, run = print }:decorate { ended = 'x' }",
        "u: decorate: ended must be a function, got string"
      ),
      (
        "udf.usecase { name = 'u', outputs = { 'ended' }, run = print }.bind {}",
        "bind is called with a colon: login:bind { … }"
      ),
    ])
  func misuse(_ source: String, _ text: String) {
    #expect(failure { _ = try TestHost(["a": "local udf = require \"udf\"\nreturn \(source)"]) }.contains(text))
  }
}
