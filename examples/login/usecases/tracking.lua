-- What analytics hears of a login, laid over its outputs. It passes everything on as it is.
return function(cx)
  local analytics = cx.services.analytics
  return {
    didSucceed = function(next, result)
      analytics.track("login")
      next(result)
    end,
    didFail = function(next, problem)
      analytics.track("login failed")
      next(problem)
    end,
  }
end
