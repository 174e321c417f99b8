-- Where tracked events go: here into the log.
return function(core)
  return {
    track = function(event) core.log.info("tracked: " .. event) end,
  }
end
