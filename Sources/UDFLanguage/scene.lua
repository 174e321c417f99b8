-- Scenes are the only way to compute the view state of a screen. A scene reads the parts of the state that its `model`
-- lists, and renders the scenes that its `renders` lists. `UDF.Scene` states the same rules as Swift types, which the
-- compiler checks; here the lists contain names, which are checked when a view reads or renders something.
local host = ...
local language, internal, memo = host.language, host.internal, host.memo
local udf, fail = language.udf, language.fail

udf.scene = host.framed(function(scene)
  language.check("scene", scene)
  for i, path in ipairs(scene.model or {}) do
    if not ("." .. path):find("^[.%w_]+$") or ("." .. path .. "."):find("..", 1, true) then
      local text = "udf.scene: %s.model[%d] must be a path like \"articles.items\" or \"view.cart\", got %q"
      fail("model", text:format(scene.name, i, path))
    end
  end
  return language.made("scene", scene)
end)

udf.screen = host.framed(function(draw)
  if type(draw) ~= "function" then fail(nil, ("udf.screen takes a function, got %s"):format(type(draw))) end
  return language.made("screen", { draw = draw })
end)

-- Returns the scene for a link without a route, unless the app has a scene `error` or its flow a route for this.
function language.errorScene(site)
  local scene = language.made("scene", {
    name = "error", view = function(_, params) return { message = params.message, link = params.link } end,
    screen = udf.screen(function(view, ui) return ui.error(view.message or "there is no such screen") end),
  })
  language.sites[scene] = site
  return scene
end

-- Returns the listed part of a value: `listed` maps each key to true (the whole value) or to its listed parts.
local function scoped(scene, value, listed, place)
  local self
  self = language.readOnly(function(_, key)
    local path = place == "" and tostring(key) or ("%s.%s"):format(place, tostring(key))
    local part = listed[key]
    if not part then
      local listing = path == "view" and "view.NAME" or path
      error(("the scene %s does not list %q. To fix this, add it: model = { %q }"):format(scene.name, path, listing), 2)
    end
    local found = value[key]
    if part == true or type(found) ~= "table" then return found end
    return scoped(scene, found, part, path)
  end, ("the model of the scene %s is only for reading: %%s cannot be written"):format(scene.name), function()
    local copy = {}
    for key in pairs(listed) do copy[key] = self[key] end
    return copy
  end)
  return self
end

local function listedPaths(scene)
  local listed = {}
  for _, path in ipairs(scene.model or {}) do
    local at, last = listed, nil
    for key in path:gmatch("[^.]+") do
      if at == true then break end
      if last then
        at[last] = at[last] or {}
        at = at[last]
      end
      last = key
    end
    if at ~= true then at[last] = true end
  end
  return listed
end

-- Returns the functions by which a scene renders the scenes that it lists.
local function rendering(scene, views)
  return language.readOnly(function(_, name)
    if language.contains(scene.renders or {}, name) then
      return function(params) return views[name](params or {}) end
    end
    local text = "the scene %s does not render %q. To fix this, list it: renders = { %q }"
    error(text:format(scene.name, tostring(name), tostring(name)), 2)
  end, "render.%s cannot be written: a scene renders what it lists")
end

-- Returns the names of the features on which a scene's view state depends: those of its model, those that the views in
-- it read, and those of the scenes that it renders.
local function sources(scene, app)
  local reads, scenes, names, seen = {}, {}, {}, {}
  for _, feature in ipairs(app.features) do reads[feature.name] = feature.reads end
  for _, each in ipairs(app.scenes) do scenes[each.name] = each end
  local function add(each)
    if seen[each] then return end
    seen[each] = true
    for _, path in ipairs(each.model or {}) do
      local feature = path:match("^view%.([^.]+)")
      names[feature or path:match("^[^.]+")] = true
      for _, name in ipairs(reads[feature] or {}) do names[name] = true end
    end
    for _, name in ipairs(each.renders or {}) do add(scenes[name]) end
  end
  add(scene)
  return language.keysOf(names)
end

-- Returns a function that makes the view state of a scene with params, and keeps it until a feature changes.
function internal.scenes(app, all)
  local views, names = {}, {}
  -- The state, and under `view` the view states of features.
  local whole = setmetatable({}, { __index = function(_, key) return key == "view" and internal.views or all[key] end })
  for _, scene in ipairs(app.scenes or {}) do
    local listed = listedPaths(scene)
    names[scene.name] = sources(scene, app)
    views[scene.name] = function(params)
      return scene.view(scoped(scene, whole, listed, ""), params, rendering(scene, views))
    end
  end
  return function(name, params)
    -- Each run receives the same params.
    local frozen = memo.freeze(params)
    return internal.kept(names[name], all, function() return views[name](frozen) end)
  end
end

function language.describeScenes(app)
  local scenes = udf.list {}
  for i, scene in ipairs(app.scenes or {}) do
    scenes[i] = {
      name = scene.name, site = language.sites[scene], model = udf.list(scene.model or {}),
      renders = udf.list(scene.renders or {}), events = language.targets(scene.events), screen = scene.screen ~= nil,
    }
  end
  return scenes
end
