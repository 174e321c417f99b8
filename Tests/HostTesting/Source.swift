/// Sources of apps and features.
package enum Source {
  /// An app of the features that these files return.
  package static func app(_ features: [String], more: String = "") -> String {
    let list = features.map { "require \"\($0.replacing("/", with: "."))\"" }.joined(separator: ", ")
    return """
      local udf = require "udf"
      return udf.app { name = "test", features = { \(list) }\(more) }
      """
  }

  /// A feature file; the first line of `body` is line 3 of it.
  package static func feature(_ body: String) -> String {
    """
    local udf = require "udf"
    return udf.feature {
    \(body)
    }
    """
  }

  /// Counts, and refuses wrong fields.
  package static let counter = feature(
    """
      name = "counter",
      state = { count = 0 },
      actions = { inc = { by = "integer?" }, reset = {} },
      events = { tap = "inc" },
      reduce = {
        inc = function(state, action) state.count = state.count + (action.by or 1) end,
        reset = function(state) state.count = 0 end,
      },
      view = function(state) return { label = "count is " .. state.count } end,
    """)

  /// Lines of an order with their sum; declares nothing.
  package static let cart = feature(
    """
      name = "cart",
      state = { items = udf.list {}, total = 0 },
      reduce = {
        add = function(state, action)
          table.insert(state.items, { sku = action.sku, qty = action.qty or 1 })
          state.total = state.total + (action.qty or 1)
        end,
        remove = function(state, action)
          local item = table.remove(state.items, action.at)
          state.total = state.total - item.qty
        end,
        clear = function(state) return { items = udf.list {}, total = 0 } end,
      },
    """)

  /// Follows the cart's actions by their full names.
  package static let badge = feature(
    """
      name = "badge",
      state = { text = "empty", seen = 0 },
      reduce = {
        ["cart/add"] = function(state, action)
          if action.sku == "bad" then error("no badge for " .. action.sku) end
          state.seen = state.seen + 1
          state.text = state.seen .. " added"
        end,
        ["cart/clear"] = function(state) state.text = "empty" end,
      },
    """)
}
