-- Host and port of the server: what is named after `--`, else where scripts/feed listens.
local udf = require "udf"

return udf.args[1] or "127.0.0.1:8790"
