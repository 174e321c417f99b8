-- Lists items. Only effects call it; tests of features use a stub instead.
return {
  list = function()
    return { { id = 1, title = "the first" }, { id = 2, title = "the second" } }
  end,
}
