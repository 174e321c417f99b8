import Testing

@Suite("an entry of the log that the reducers refuse")
struct RefusedEntryTests {
  private static func list(_ check: String) -> String {
    """
    local udf = require "udf"
    return udf.feature {
      name = "list", shared = true, state = { items = udf.list {} }, actions = { add = { name = "string" } },
      reduce = {
        add = function(state, action)
          \(check)
          table.insert(state.items, action.name)
        end,
      },
    }
    """
  }

  @Test("does not fail the lines of a host that joins")
  func joins() throws {
    let folder = AppFolder(
      app: #"return require("udf").app { name = "list", features = { require "features.list" } }"#,
      features: ["list": Self.list("")])
    let log = ["--log", "sqlite:\(folder.path)/list.log", "--data", "\(folder.path)/data"]
    let add = "list.add{ name = 'milk' }"
    let first = try Batch(folder, arguments: log + ["-e", add, "-e", add, "-e", "#state.list.items"])
    #expect(first.output == "2\n", "\(first.error)")
    folder.write("features/list.lua", Self.list("if state.items[1] then error('it is on the list') end"))
    let second = try Batch(folder, arguments: log + ["-e", "#state.list.items"])
    #expect(second.output == "1\n", "\(second.error)")
    #expect(second.code == 0)
  }

  @Test("does not fail the lines of another host if only a local reducer refuses it")
  func localReducer() throws {
    let folder = AppFolder(
      app: """
        local udf = require "udf"
        return udf.app { name = "list", features = { require "features.list", require "features.own" } }
        """,
      features: [
        "list": Self.list(""),
        "own": """
        return require("udf").feature {
          name = "own", state = {},
          reduce = { ["list/add"] = function(state, action) if action.name == "milk" then error("no milk") end end },
        }
        """,
      ])
    let log = ["--log", "sqlite:\(folder.path)/list.log"]
    let first = try Batch(folder, arguments: log + ["--data", "\(folder.path)/a", "-e", "list.add{ name = 'milk' }"])
    #expect(first.code == 1)
    let second = try Batch(
      folder,
      arguments: log + ["--data", "\(folder.path)/b", "-e", "list.add{ name = 'tea' }", "-e", "#state.list.items"])
    #expect(second.output == "2\n", "\(second.error)")
    #expect(second.error.contains("features/own.lua:3: list/add: no milk"), "\(second.error)")
    #expect(second.code == 0)
  }
}
