-- Reads the format of /var/lib/dpkg/status and of what apt-cache dumpavail prints: stanzas of `Field: value`, an empty
-- line after each; a line that begins with a space goes on with the field above, and a dot alone stands for an empty
-- line.
local dependencies = require "lib.dependencies"

local status = {}

local fieldOf = {
  ["package"] = "name", ["status"] = "status", ["version"] = "version", ["section"] = "section",
  ["installed-size"] = "size", ["architecture"] = "architecture", ["multi-arch"] = "multiArch",
  ["pre-depends"] = "preDepends", ["depends"] = "depends", ["provides"] = "provides",
  ["description"] = "description",
}

local notInstalled = { ["not-installed"] = true, ["config-files"] = true }

-- A stanza becomes a package, or nil if no more than its configuration files was left behind. Packages that are
-- available have no status.
local function package(fields)
  if not fields.name or fields.status and notInstalled[fields.status:match("%S+$")] then return nil end
  local summary, description = (fields.description or ""):match("^([^\n]*)\n?(.*)$")
  local depends = fields.depends or ""
  if fields.preDepends then depends = fields.preDepends .. (depends ~= "" and ", " .. depends or "") end
  return {
    name = fields.name,
    version = fields.version or "",
    section = fields.section or "none",
    size = tonumber(fields.size) or 0, -- KiB
    architecture = fields.architecture or "all",
    multiArch = fields.multiArch or "no",
    depends = depends,
    needs = dependencies.names(depends),
    provides = dependencies.names(fields.name .. ", " .. (fields.provides or "")),
    summary = summary,
    description = description,
  }
end

-- Takes an iterator of lines, gives one of packages, each with the number of bytes read so far.
function status.packages(lines)
  local read = 0
  return function()
    local fields, field = {}, nil
    for line in lines do
      read = read + #line + 1
      local first = line:sub(1, 1)
      if first == "" then
        local found = package(fields)
        if found then return found, read end
        fields, field = {}, nil
      elseif first == " " or first == "\t" then
        if field then fields[field] = fields[field] .. "\n" .. (line == " ." and "" or line:sub(2)) end
      else
        local name, value = line:match("^([%w-]+):%s*(.*)$")
        field = name and fieldOf[name:lower()]
        if field then fields[field] = value end
      end
    end
    return package(fields), read
  end
end

return status
