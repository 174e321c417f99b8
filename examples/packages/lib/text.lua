-- How sizes and packages read to a person.
local text = {}

-- A size in KiB, in the decimal units that apt prints.
function text.size(kib)
  local kB = kib * 1.024
  if kB < 1000 then return string.format("%.0f kB", kB) end
  if kB < 1e6 then return string.format("%.1f MB", kB / 1e3) end
  return string.format("%.2f GB", kB / 1e6)
end

function text.packages(count) return count == 1 and "1 package" or count .. " packages" end

-- One package in a line, after a sign for what would become of it.
function text.row(package, sign)
  local size = text.size(package.size)
  return string.format("%s %-24s %8s  %-10s %s", sign, package.id, size, package.section, package.summary)
end

return text
