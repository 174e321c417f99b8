-- Reads the format of /var/lib/dpkg/status: stanzas of `Field: value`, an empty line after each; a line that
-- begins with a space goes on with the field above, and a dot alone stands for an empty line.
local status = {}

local fieldOf = {
  ["package"] = "name", ["status"] = "status", ["version"] = "version", ["section"] = "section",
  ["installed-size"] = "size", ["architecture"] = "architecture", ["multi-arch"] = "multiArch",
  ["pre-depends"] = "preDepends", ["depends"] = "depends", ["provides"] = "provides",
  ["description"] = "description",
}

local notInstalled = { ["not-installed"] = true, ["config-files"] = true }

-- A stanza becomes a package, or nil if no more than its configuration files was left behind.
local function package(fields)
  local state = (fields.status or ""):match("%S+$")
  if not fields.name or not state or notInstalled[state] then return nil end
  local summary, description = (fields.description or ""):match("^([^\n]*)\n?(.*)$")
  local depends = { fields.preDepends, fields.depends }
  if not depends[1] then depends = { fields.depends } end
  return {
    name = fields.name,
    version = fields.version or "",
    section = fields.section or "none",
    size = tonumber(fields.size) or 0, -- KiB
    architecture = fields.architecture or "all",
    multiArch = fields.multiArch or "no",
    depends = table.concat(depends, ", "),
    provides = fields.provides or "",
    summary = summary,
    description = description,
  }
end

-- Takes an iterator of lines, gives the list of installed packages.
function status.parse(lines)
  local packages, fields, field = {}, {}, nil
  for line in lines do
    local first = line:sub(1, 1)
    if first == "" then
      packages[#packages + 1] = package(fields)
      fields, field = {}, nil
    elseif first == " " or first == "\t" then
      if field then fields[field] = fields[field] .. "\n" .. (line == " ." and "" or line:sub(2)) end
    else
      local name, value = line:match("^([%w-]+):%s*(.*)$")
      field = name and fieldOf[name:lower()]
      if field then fields[field] = value end
    end
  end
  packages[#packages + 1] = package(fields)
  return packages
end

return status
