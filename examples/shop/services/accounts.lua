-- Who may buy.
local known = { ada = "Ada", grace = "Grace" }

return function(core)
  return {
    open = function(name)
      core.sleep(0.2)
      if not known[name] then
        error { code = "unknown", message = ("Nobody here is called %q. Try ada."):format(name) }
      end
      return { name = known[name] }
    end,
  }
end
