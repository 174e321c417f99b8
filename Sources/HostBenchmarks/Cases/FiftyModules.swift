/// An app of fifty modules with about sixty lines each: `app.lua`, 48 features, and one module that all of them require.
enum FiftyModules {
  private static let features = (1...48).map { "f\($0)" }

  static func app() throws -> TemporaryApp {
    let required = features.map { "    require \"features.\($0)\"," }.joined(separator: "\n")
    var files = [
      "app.lua": """
      local udf = require "udf"
      return udf.app {
        name = "fifty",
        features = {
      \(required)
        },
      }
      """,
      "lib/money.lua": money(answer: 0),
    ]
    for name in features { files["features/\(name).lua"] = feature(name, answer: 0) }
    return try TemporaryApp(files)
  }

  static func feature(_ name: String, answer: Int) -> String {
    """
    -- The items of the cart \(name), and their price.
    local udf = require "udf"
    local money = require "lib.money"

    -- Returns the item of an SKU, and its index in the list.
    local function find(items, sku)
      for index, item in ipairs(items) do
        if item.sku == sku then return item, index end
      end
    end

    return udf.feature {
      name = "\(name)",
      state = { items = udf.list {}, isLoading = false, query = "" },
      actions = {
        add = { sku = "string", title = "string", price = "number" },
        remove = { sku = "string" },
        search = { query = "string" },
        load = {}, loaded = { items = "table" }, failed = { message = "string" },
      },
      events = {
        appear = "load",
        tap = function(event) return { type = "remove", sku = event.sku } end,
        search = function(event) return { type = "search", query = event.text } end,
      },
      reduce = {
        add = function(state, action)
          local item = find(state.items, action.sku)
          if item then
            item.qty = item.qty + 1
          else
            table.insert(state.items, { sku = action.sku, title = action.title, price = action.price, qty = 1 })
          end
        end,
        remove = function(state, action)
          local item, index = find(state.items, action.sku)
          if not item then return end
          item.qty = item.qty - 1
          if item.qty == 0 then table.remove(state.items, index) end
        end,
        search = function(state, action) state.query = action.query end,
        load = function(state) state.isLoading, state.error = true, nil end,
        loaded = function(state, action) state.isLoading, state.items = false, action.items end,
        failed = function(state, action) state.isLoading, state.error = false, action.message end,
      },
      effects = {
        load = udf.leading(function(cx)
          cx.sleep(0.1)
          cx.send { type = "loaded", items = udf.list {} }
        end),
      },
      computed = {
        total = { "items", function(items) return money.sum(items) end },
      },
      view = function(state, computed)
        local rows = udf.each(state.items, function(item) return { text = item.title, price = money.text(item.price) } end)
        return { rows = rows, total = money.text(computed.total), answer = money.answer + \(answer) }
      end,
    }
    """
  }

  static func money(answer: Int) -> String {
    let currencies = (1...40).map { "  C\($0) = { digits = \($0 % 3), sign = \"¤\($0)\", isAfter = \($0 % 2 == 0) }," }
    return """
      -- Computes and formats amounts of money.
      local money = { answer = \(answer) }

      local currencies = {
      \(currencies.joined(separator: "\n"))
      }

      function money.text(amount, code)
        local currency = currencies[code or "C1"]
        local text = ("%." .. currency.digits .. "f"):format(amount)
        return currency.isAfter and text .. " " .. currency.sign or currency.sign .. " " .. text
      end

      function money.sum(items)
        local sum = 0
        for _, item in ipairs(items) do sum = sum + item.price * item.qty end
        return sum
      end

      return money
      """
  }
}
