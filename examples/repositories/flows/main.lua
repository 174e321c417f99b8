local udf = require "udf"

return udf.flow {
  start = "menu",
  routes = {
    menu = { scene = "menu" },
    flux = { scene = "fluxSearch", link = "/flux" },
    mvvm = { scene = "mvvmSearch", link = "/mvvm" },
    redux = { scene = "reduxSearch", link = "/redux" },
    mobx = { scene = "mobxSearch", link = "/mobx" },
  },
  on = { ["choice.chosen"] = function(nav, event) nav.push(event.way) end },
}
