-- One feature, written four ways. Each has the same screen, and shows the same at each step of a session.
local udf = require "udf"
local search = require "scenes.search"

return udf.app {
  name = "repositories",
  features = {
    require "features.choice", require "features.flux", require "features.problems", require "features.mvvm",
    require "features.redux", require "features.mobx",
  },
  services = { github = require "services.github" },
  scenes = { require "scenes.menu", search "flux", search "mvvm", search "redux", search "mobx" },
  flow = require "flows.main",
}
