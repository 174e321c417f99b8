-- Runs libraries of others in each phase: Lua.md lists what works. scripts/test --nightly puts them beside this file.
local udf = require "udf"
local uses = require "uses"

-- The result of all uses, by library: "ok" or the problem.
local function run()
  local results = {}
  for _, use in ipairs(uses) do
    local ok, problem = pcall(use.run)
    results[use.name] = ok and "ok" or type(problem) == "table" and problem.message or tostring(problem)
  end
  return results
end

local libraries = udf.feature {
  name = "libraries",
  state = { load = run(), effect = {}, reducer = {} },
  actions = { try = {}, tried = { results = "table" } },
  reduce = {
    try = function(state) state.reducer = run() end,
    tried = function(state, action) state.effect = action.results end,
  },
  effects = { try = function(cx) cx.send { type = "tried", results = run() } end },
}

return udf.app { name = "libraries", features = { libraries } }
