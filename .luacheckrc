-- What the sandbox gives to a script, and nothing else: there is little of io and os, and a feature keeps no globals.
stds.sandbox = {
  read_globals = {
    "_VERSION", "assert", "error", "getmetatable", "ipairs", "load", "next", "pairs", "pcall", "print", "rawequal",
    "rawget", "rawlen", "rawset", "require", "select", "setmetatable", "tonumber", "tostring", "type", "warn", "xpcall",
    coroutine = { other_fields = true },
    math = { other_fields = true },
    string = { other_fields = true },
    table = { other_fields = true },
    utf8 = { other_fields = true },
    debug = { fields = { "traceback" } },
    io = { fields = { "write", "flush", "type", stdout = { other_fields = true }, stderr = { other_fields = true } } },
    os = { fields = { "time", "clock", "date", "difftime" } },
  },
}
std = "sandbox"
max_line_length = 120
color = false
files["scripts"] = { std = "lua54" }
