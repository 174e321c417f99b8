/// An app of three features, or of those with the given names, each in its own file.
enum ThreeFeatures {
  static func app(_ names: [String] = ["one", "two", "three"]) throws -> TemporaryApp {
    let required = names.map { "require \"features.\($0)\"" }.joined(separator: ", ")
    var files = [
      "app.lua": """
      local udf = require "udf"
      return udf.app {
        name = "three",
        features = { \(required) },
      }
      """
    ]
    for name in names { files["features/\(name).lua"] = feature(name, answer: 0) }
    return try TemporaryApp(files)
  }

  static func feature(_ name: String, answer: Int) -> String {
    """
    local udf = require "udf"
    return udf.feature {
      name = "\(name)",
      state = { items = udf.list {}, answer = \(answer) },
      actions = { add = { title = "string" }, remove = { index = "integer" } },
      reduce = {
        add = function(state, action) table.insert(state.items, { title = action.title }) end,
        remove = function(state, action) table.remove(state.items, action.index) end,
      },
      view = function(state) return { count = #state.items, answer = \(answer) } end,
    }
    """
  }
}
