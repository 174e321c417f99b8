import UDFHost

/// A reader of news with a list, articles, a login that a guard requires, and a checkout as an inner flow.
package enum News {
  package static let articles = """
    local udf = require "udf"
    return udf.feature {
      name = "articles",
      state = {
        items = udf.list { { id = "1", title = "One" }, { id = "2", title = "Two" } },
        secret = "s", log = udf.list {},
      },
      events = { tap = "select", appear = "shown", disappear = "hidden", search = "search", save = "save" },
      reduce = {
        select = function() end,
        shown = function(state, action) table.insert(state.log, "shown " .. (action.id or "list")) end,
        hidden = function(state, action) table.insert(state.log, "hidden " .. (action.id or "list")) end,
        note = function(state, action) table.insert(state.log, action.text) end,
        search = function() end,
        save = function() end,
        put = function(state, action) state.deep, state.off = action.deep, action.off end,
      },
      effects = {
        shown = function(cx, action)
          cx.sleep(60)
          cx.send { type = "note", text = "read " .. (action.id or "list") }
        end,
        search = udf.debounce(1, function(cx, action) cx.send { type = "note", text = "found " .. action.text } end),
        save = udf.background(function(cx, action)
          cx.sleep(5)
          cx.send { type = "note", text = "saved " .. action.id }
        end),
      },
      view = function(state) return { count = #state.items } end,
      emits = { select = "articleSelected" },
    }
    """

  package static let session = """
    local udf = require "udf"
    return udf.feature {
      name = "session",
      state = {},
      events = { submit = "login" },
      reduce = {
        login = function(state, action) state.user = action.name end,
        restore = function(state, action) state.user = action.name end,
      },
      emits = { login = function(action) if action.name ~= "" then return "loggedIn" end end },
    }
    """

  package static let scenes = """
    local udf = require "udf"
    return {
      udf.scene {
        name = "listArticles", model = { "articles.items", "view.articles" }, renders = { "card" },
        view = function(model, params, render)
          local rows = {}
          for i, item in ipairs(model.articles.items) do rows[i] = render.card { title = item.title } end
          return { rows = rows, count = model.view.articles.count }
        end,
        events = { appear = "articles.appear", disappear = "articles.disappear", tap = "articles.tap" },
      },
      udf.scene { name = "card", view = function(model, params) return params.title .. "!" end },
      udf.scene {
        name = "showArticle", model = { "articles.items" },
        view = function(model, params) return { id = params.id, tab = params.tab } end,
        events = {
          appear = "articles.appear", disappear = "articles.disappear", search = "articles.search",
          save = "articles.save",
          tap = function(event, params) if event.id ~= params.id then return "articles.tap", { id = event.id } end end,
        },
      },
      udf.scene { name = "login", view = function() return { title = "Log in" } end,
        events = { submit = "session.submit" } },
      udf.scene { name = "step", view = function() return {} end },
    }
    """

  package static let checkout = """
    local udf = require "udf"
    return udf.flow {
      name = "checkout", start = "address",
      routes = { address = { scene = "step" }, pay = { scene = "step", link = "/pay" } },
      on = {
        ["articles.articleSelected"] = function(nav, event)
          if event.id == "done" then return nav.finish { id = "1" } end
          nav.push("pay")
        end,
      },
    }
    """

  package static let flow = """
    local udf = require "udf"
    return udf.flow {
      start = "list",
      routes = {
        list = { scene = "listArticles", link = "/" },
        article = { scene = "showArticle", link = "/articles/:id" },
        login = { scene = "login" },
        checkout = {
          flow = require "checkout",
          guard = function(state) if not state.session.user then return "login" end end,
        },
        closed = { scene = "step", guard = function() return false end },
      },
      on = {
        ["articles.articleSelected"] = function(nav, event) nav.push("article", { id = event.id }) end,
        ["session.loggedIn"] = function(nav) nav.resume() end,
        ["checkout.finished"] = function(nav, event) nav.push("article", event) end,
      },
    }
    """

  package static let app = """
    local udf = require "udf"
    return udf.app {
      name = "news", features = { require "articles", require "session" }, flow = require "flow",
      scenes = require "scenes",
    }
    """

  /// The app with these files in place of its own ones.
  package static func host(
    app: String = app, flow: String = flow, checkout: String = checkout, scenes: String = scenes,
    session: String = session, articles: String = articles, configure: (inout HostConfiguration) -> Void = { _ in }
  ) throws -> TestHost {
    try TestHost(
      [
        "app": app, "flow": flow, "checkout": checkout, "scenes": scenes, "session": session, "articles": articles,
      ], configure: configure)
  }

  /// With a line of its flow in place of another one.
  package static func host(flow line: String, for other: String) throws -> TestHost {
    try host(flow: flow.replacing(other, with: line))
  }
}

extension TestHost {
  /// The routes of the screens, from the first to the top one.
  package var routes: [String] { host.screens.map(\.route) }
  package var log: [String] { get throws { try state("articles.log").texts } }
}
