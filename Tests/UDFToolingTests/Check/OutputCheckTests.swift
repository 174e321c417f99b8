import Testing

@testable import UDFTooling

@Suite("Checking the outputs of use cases")
struct OutputCheckTests {
  /// An app with a use case that has the outputs `didStart`, `didSucceed` and `didFail`.
  private static func app(_ run: String, helper: String = "") -> String {
    """
    local udf = require "udf"
    \(helper)
    local login = udf.usecase {
      name = "login", outputs = { "didStart", "didSucceed", "didFail" },
      run = function(cx, input, output)
        \(run)
      end,
    }
    return udf.app {
      name = "one",
      features = {
        udf.feature {
          name = "session", events = { submit = "submit" }, reduce = { submit = function() end },
          effects = { submit = login:bind {} },
        },
      },
    }
    """
  }

  @Test("a misspelt output, if the use case declares its outputs")
  func misspelt() throws {
    let checked = try Checked(["app": Self.app("output.didStrt() output.didSucceed {}")])
    #expect(
      checked.texts == [
        """
        app.lua:6:12: login has no output "didStrt". Did you mean "didStart"?
           5 |   run = function(cx, input, output)
           6 |     output.didStrt() output.didSucceed {}
             |            ^
        """
      ])
    #expect(checked.report.findings.map(\.error.code) == ["output"])
  }

  static let ways: [(app: String, heads: [String])] = [
    (
      app("cx.spawn(function() output.didEnd {} end)"),
      [#"app.lua:6:32: login has no output "didEnd". Known names: didFail, didStart, didSucceed."#]
    ),
    (
      app("tell(output, 1)", helper: "local function tell(out, count) out.didFial { count = count } end"),
      [#"app.lua:2:37: login has no output "didFial". Did you mean "didFail"?"#]
    ),
    (app("local out = { done = print } out.done() output.didSucceed {}"), []),
    (app("output = output or {} output.didEnd()"), []),
    (app("output[input.way] {}"), []),
  ]

  @Test("in every place of a call, and nothing else is treated as an output", arguments: ways)
  func given(_ app: String, _ heads: [String]) throws {
    #expect(try Checked(["app": app]).heads == heads)
  }

  @Test("a helper of two use cases may call the outputs of either")
  func shared() throws {
    let other = #"udf.usecase { outputs = { "ended" }, run = function(_, _, output) tell(output, "ended") end }"#
    let helper = """
      local function tell(out, how) if how == "ended" then out.ended {} else out.didFail {} end end \
      local other = \(other)
      """
    #expect(try Checked(["app": Self.app("tell(output) return other", helper: helper)]).texts == [])
  }
}
