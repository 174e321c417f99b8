-- The file that the packages come from: the one named after `--`, else what dpkg keeps of this machine.
local udf = require "udf"

return udf.args[1] or "/var/lib/dpkg/status"
