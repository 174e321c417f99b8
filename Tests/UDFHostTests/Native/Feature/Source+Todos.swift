import HostTesting

extension Source {
  /// The same as ``Todos`` in Swift.
  static let todos = feature(
    """
      name = "todos",
      state = { count = 0, items = udf.list {}, draft = { title = "", tags = udf.list {} } },
      actions = {
        inc = { by = "integer?" }, add = { id = "string", title = "string" }, toggle = { id = "string" },
        rename = { id = "string", title = "string" }, remove = { id = "string" }, clear = {},
        type = { text = "string" }, tag = { name = "string" }, fail = { after = "integer" },
        later = { by = "integer" },
      },
      reduce = {
        inc = function(state, action) state.count = state.count + (action.by or 1) end,
        add = function(state, action)
          state.count = state.count + 1
          for _, todo in ipairs(state.items) do
            if todo.id == action.id then error("there is a todo " .. action.id) end
          end
          table.insert(state.items, { id = action.id, title = action.title, done = false })
        end,
        toggle = function(state, action)
          local todo = find(state, action.id)
          todo.done = not todo.done
        end,
        rename = function(state, action) find(state, action.id).title = action.title end,
        remove = function(state, action)
          local _, at = find(state, action.id)
          table.remove(state.items, at)
        end,
        clear = function(state)
          local at = 1
          while state.items[at] do
            if state.items[at].done then table.remove(state.items, at) else at = at + 1 end
          end
        end,
        type = function(state, action) state.draft.title = action.text end,
        tag = function(state, action) table.insert(state.draft.tags, action.name) end,
        fail = function(state, action)
          state.count = -1
          error("failed after " .. action.after)
        end,
        later = function() end,
      },
      effects = { later = function(cx, action) cx.send { type = "inc", by = action.by } end },
    """
  ).replacing(
    "return udf.feature",
    with: """
      local function find(state, id)
        for at, todo in ipairs(state.items) do
          if todo.id == id then return todo, at end
        end
        error("there is no todo " .. id)
      end
      return udf.feature
      """)

  /// Lua beside the todos: it reads them and listens to them.
  static let summary = feature(
    """
      name = "summary",
      reads = { "todos" },
      state = { added = 0 },
      reduce = { ["todos/add"] = function(state) state.added = state.added + 1 end },
      view = function(state, _, others)
        local open = udf.list {}
        for _, todo in ipairs(others.todos.items) do if not todo.done then open[#open + 1] = todo.title end end
        return { open = open, count = #others.todos.items, added = state.added }
      end,
    """)
}
