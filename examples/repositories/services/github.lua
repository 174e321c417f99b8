-- Repositories by a word of their name, in memory; a search takes its time.
local all = {
  { id = 1, name = "ReactiveX/RxSwift", stars = 24000 },
  { id = 2, name = "ReSwift/ReSwift", stars = 7500 },
  { id = 3, name = "pointfreeco/swift-composable-architecture", stars = 12000 },
  { id = 4, name = "spotify/Mobius.swift", stars = 580 },
  { id = 5, name = "mobxjs/mobx", stars = 27000 },
  { id = 6, name = "reduxjs/redux", stars = 60000 },
}

return function(core)
  return {
    search = function(query)
      core.sleep(0.3)
      if query == "" then error { code = "query", message = "Search for what?" } end
      local found = {}
      for _, repository in ipairs(all) do
        if repository.name:lower():find(query:lower(), 1, true) then found[#found + 1] = repository end
      end
      return found
    end,
  }
end
