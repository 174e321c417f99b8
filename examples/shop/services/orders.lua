-- Takes orders, in memory.
return function(core)
  local count = 0
  return {
    place = function(user, items)
      core.sleep(0.2)
      if items == 0 then error { code = "empty", message = "There is nothing to order." } end
      count = count + 1
      core.log.info(("order %d of %s"):format(count, user))
      return count
    end,
  }
end
