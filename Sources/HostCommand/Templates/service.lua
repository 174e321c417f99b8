-- Where the feature __FEATURE__ gets its items. Only effects call it, and tests put their own in its place.
return {
  list = function()
    return { { id = 1, title = "the first" }, { id = 2, title = "the second" } }
  end,
}
