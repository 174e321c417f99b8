-- Reads the format of /var/lib/dpkg/status: stanzas of `Field: value`, an empty line after each; a line that
-- begins with a space goes on with the field above, and a dot alone stands for an empty line.
local status = {}

local notInstalled = { ["not-installed"] = true, ["config-files"] = true }

-- A stanza becomes a package, or nil if only its configuration files were left behind.
local function package(fields)
  local state = (fields["status"] or ""):match("%S+$")
  if not fields["package"] or not state or notInstalled[state] then return nil end
  local summary, text = (fields["description"] or ""):match("^([^\n]*)\n?(.*)$")
  return {
    name = fields["package"],
    version = fields["version"] or "",
    section = fields["section"] or "none",
    size = tonumber(fields["installed-size"]) or 0, -- KiB
    architecture = fields["architecture"] or "all",
    multiArch = fields["multi-arch"] or "no",
    preDepends = fields["pre-depends"] or "",
    depends = fields["depends"] or "",
    provides = fields["provides"] or "",
    summary = summary,
    description = text,
  }
end

-- Takes an iterator of lines, gives the list of installed packages.
function status.parse(lines)
  local packages, fields, last = {}, {}, nil
  local function finish()
    packages[#packages + 1] = package(fields)
    fields, last = {}, nil
  end
  for line in lines do
    local name, value = line:match("^([%w-]+):%s*(.*)$")
    if name then
      last = name:lower()
      fields[last] = value
    elseif line:find("^%s*$") then
      finish()
    elseif last then
      local text = line:sub(2)
      fields[last] = fields[last] .. "\n" .. (text == "." and "" or text)
    end
  end
  finish()
  return packages
end

return status
