import HostTesting
import UDFHost

/// Features whose functions tell in the log how often they run.
enum Counted {
  /// Lines of an order, with what follows from them.
  static let cart = Source.feature(
    """
      name = "cart",
      state = { items = udf.list {}, filter = { least = 1 }, note = "" },
      reduce = {
        add = function(state, action) table.insert(state.items, { sku = action.sku, qty = action.qty or 1 }) end,
        first = function(state, action) table.insert(state.items, 1, { sku = action.sku, qty = 1 }) end,
        qty = function(state, action) state.items[action.at].qty = action.qty end,
        remove = function(state, action) table.remove(state.items, action.at) end,
        sort = function(state) table.sort(state.items, function(a, b) return a.sku < b.sku end) end,
        least = function(state, action) state.filter.least = action.qty end,
        note = function(state, action) state.note = action.text end,
        fails = function(state) state.items[1].qty = 99 error("no") end,
      },
      computed = {
        many = { "items", "filter.least", function(items, least)
          print("many")
          local many = udf.list {}
          for _, item in ipairs(items) do if item.qty >= least then many[#many + 1] = item end end
          return many
        end },
        total = { "computed.many", function(many)
          print("total")
          local total = 0
          for _, item in ipairs(many) do total = total + item.qty end
          return total
        end },
        first = { "items[1].sku", function(sku) print("first") return sku or "none" end },
        broken = { "note", function(note) return note.missing.field end },
      },
      view = function(state, computed)
        print("view")
        return {
          total = computed.total, note = state.note,
          rows = udf.each(state.items, function(item) print("row " .. item.sku) return { sku = item.sku, qty = item.qty } end),
        }
      end,
    """)

  /// The effects that ran since the last `forgetEvents()`.
  static func runs(_ app: TestHost) -> [String] {
    defer { app.forgetEvents() }
    return app.logs.map { $0.replacing("info ", with: "") }
  }
}
