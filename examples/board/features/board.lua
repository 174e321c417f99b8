-- The cards, which all hosts of the log have in common.
local udf = require "udf"

return udf.feature {
  name = "board",
  shared = true,
  uses = { "uuid", "clock" },
  state = { cards = udf.list {}, last = 0 },
  actions = {
    add = { title = "string", id = "string", at = "number" },
    move = { card = "integer", to = udf.enum { "todo", "doing", "done" } },
    take = { card = "integer", by = "string" },
    remove = { card = "integer" },
  },

  -- What differs from host to host is put into the action, so that all of them reduce the same.
  stamp = function(cx, action)
    if action.type == "board/add" then
      return { id = cx.services.uuid.make(), at = cx.services.clock.now() }
    end
  end,

  reduce = {
    add = function(state, action)
      state.last = state.last + 1
      table.insert(state.cards, { n = state.last, id = action.id, title = action.title, column = "todo" })
    end,
    move = function(state, action)
      for _, card in ipairs(state.cards) do
        if card.n == action.card then
          card.column = action.to
          return
        end
      end
      error("there is no card " .. action.card)
    end,
    take = function(state, action)
      for _, card in ipairs(state.cards) do
        if card.n == action.card then
          if card.by and card.by ~= action.by then error(card.by .. " has card " .. action.card .. " already") end
          card.by, card.column = action.by, "doing"
          return
        end
      end
      error("there is no card " .. action.card)
    end,
    remove = function(state, action)
      for i, card in ipairs(state.cards) do
        if card.n == action.card then
          table.remove(state.cards, i)
          return
        end
      end
      error("there is no card " .. action.card)
    end,
  },

  -- Runs on the host that sent the action, when the log has confirmed it.
  effects = {
    take = function(cx, action) cx.log("info", action.by .. " works on card " .. action.card) end,
  },
  -- Runs on that host, too, if someone else was faster.
  onRejected = function(cx, action, reason) cx.send { type = "mine/missed", card = action.card, reason = reason } end,

  view = function(state)
    local columns = { todo = udf.list {}, doing = udf.list {}, done = udf.list {} }
    for _, card in ipairs(state.cards) do
      local who = card.by and " (" .. card.by .. ")" or ""
      table.insert(columns[card.column], ("%d %s%s"):format(card.n, card.title, who))
    end
    return columns
  end,
}
