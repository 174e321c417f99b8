-- string.format and the ways of numbers to text and back, compared with texts that are made digit by digit.
return function(check)
  local format = string.format

  local function digits(n, base, upper)
    local letters = upper and "0123456789ABCDEF" or "0123456789abcdef"
    local text = n == 0 and "0" or ""
    while n > 0 do
      text = letters:sub(n % base + 1, n % base + 1) .. text
      n = n // base
    end
    return text
  end
  local function padded(text, width, left, fill)
    while #text < width do text = left and text .. " " or (fill or " ") .. text end
    return text
  end

  local numbers = { 0, 1, 7, 8, 9, 10, 15, 16, 42, 99, 100, 127, 128, 255, 256, 1000, 4095, 65535, 65536, 1234567, 2147483647, 4294967296, 99999999999 }
  for _, n in ipairs(numbers) do
    local decimal = digits(n, 10)
    check(format("%d", n) == decimal and format("%i", n) == decimal and tostring(n) == decimal, "decimal digits")
    check(format("%d", -n) == (n == 0 and "0" or "-" .. decimal), "negative decimal digits")
    check(format("%x", n) == digits(n, 16) and format("%X", n) == digits(n, 16, true), "hexadecimal digits")
    check(format("%o", n) == digits(n, 8), "octal digits")
    check(format("%#x", n) == (n == 0 and "0" or "0x" .. digits(n, 16)), "a marked hexadecimal number")
    check(format("%+d", n) == "+" .. decimal and format("% d", n) == " " .. decimal, "signs")
    check(format("%d", n + 0.0) == decimal, "a float with an integer value")
    for width = 1, 14 do
      check(format("%" .. width .. "d", n) == padded(decimal, width), "a width")
      check(format("%-" .. width .. "d|", n) == padded(decimal, width, true) .. "|", "a width to the left")
      check(format("%0" .. width .. "d", n) == padded(decimal, width, false, "0"), "a width of zeros")
      check(format("%." .. width .. "d", n) == padded(decimal, width, false, "0"), "a precision of digits")
    end
    for base = 2, 36 do
      local text = ""
      local rest = n
      repeat
        local d = rest % base
        text = (d < 10 and tostring(d) or string.char(87 + d)) .. text
        rest = rest // base
      until rest == 0
      check(tonumber(text, base) == n, "digits in any base are read")
      check(tonumber(text:upper(), base) == n, "in upper case, too")
    end
    check(tonumber("0x" .. digits(n, 16)) == n and math.tointeger(tonumber(decimal .. ".0")) == n, "numerals are read")
    check(tonumber("  " .. decimal .. "  ") == n and tonumber(decimal .. "x") == nil and tonumber(decimal .. "e") == nil, "spaces are, other letters are not")
  end

  for whole = 0, 20 do
    for hundredths = 0, 99, 7 do
      local n = whole + hundredths / 100
      local text = format("%d.%02d", whole, hundredths)
      check(format("%.2f", n) == text, "two decimals")
      check(format("%8.2f", n) == padded(text, 8) and format("%-8.2f|", n) == padded(text, 8, true) .. "|", "two decimals in a width")
      check(math.abs(tonumber(text) - n) < 1e-12, "they are read again")
    end
  end
  for exponent = -20, 20 do
    local text = format("1e%s%02d", exponent < 0 and "-" or "+", math.abs(exponent))
    check(format("%.0e", 10.0 ^ exponent) == text, "a power of ten with an exponent")
    check(format("%.3e", 10.0 ^ exponent) == text:gsub("^1", "1.000"), "with decimals")
    check(math.abs(tonumber(text) / 10.0 ^ exponent - 1) < 1e-15, "it is read again")
    check(format("%.14g", 2.0 ^ exponent) == tostring(2.0 ^ exponent):gsub("%.0$", ""), "tostring has fourteen digits")
    check(tonumber(format("%.17g", 3.0 ^ exponent)) == 3.0 ^ exponent, "seventeen digits are exact")
    check(tonumber(format("%a", 3.0 ^ exponent)) == 3.0 ^ exponent, "and so are hexadecimal floats")
  end

  for length = 0, 40 do
    local text = ("abcdefghij"):rep(4):sub(1, length)
    check(format("%s", text) == text and format("[%s]", text) == "[" .. text .. "]", "a text")
    check(format("%20s", text) == padded(text, 20) and format("%-20s", text) == padded(text, 20, true), "a text in a width")
    check(format("%.5s", text) == text:sub(1, 5) and format("%8.3s", text) == padded(text:sub(1, 3), 8), "the beginning of a text")
    check(format("%q", text) == '"' .. text .. '"', "a quoted text")
    check(#format("%99s", text) == 99, "the largest width")
  end
  for byte = 0, 255 do
    local char = string.char(byte)
    check(format("%c", byte) == char and format("%s", char) == char, "a byte is itself")
    local quoted = format("%q", char .. "1")
    local expected = char .. "1"
    if char == '"' or char == "\\" then expected = "\\" .. expected
    elseif char == "\n" then expected = "\\\n1"
    elseif char == "\r" then expected = "\\0131"
    elseif char == "\0" then expected = "\\0001"
    elseif byte < 32 or byte == 127 then expected = format("\\%03d1", byte) end
    check(quoted == '"' .. expected .. '"', "a quoted byte before a digit")
  end

  for _, value in ipairs { true, false, 12, -1, 2.5, "x" } do
    check(format("%s", value) == tostring(value), "any value by tostring")
    check(format("%-6s|", value) == padded(tostring(value), 6, true) .. "|", "in a width")
  end
  check(format("%s", nil) == "nil", "also nil")
  check(format("%s", setmetatable({}, { __tostring = function() return "object" end })) == "object", "also what has a __tostring")
  check(format("%%") == "%" and format("%5.1f%%", 50) == " 50.0%", "a percent sign")
  check(format("%s%s%s", 1, "b", true) == "1btrue", "several values")
  check(format("%d", "10") == "10" and format("%s", "10" + 1) == "11", "numerals as numbers")
  check(format("%q", 255) == "255" and format("%q", math.mininteger) == "0x8000000000000000", "quoted integers")
  check(tonumber(format("%q", 0.1)) == 0.1 and format("%q", 1 / 0) == "1e9999" and format("%q", -1 / 0) == "-1e9999" and format("%q", 0 / 0) == "(0/0)",
    "quoted floats")
  check(format("%q", true) == "true" and format("%q", nil) == "nil", "other quoted values")
  for _, wrong in ipairs { "%", "%y", "%10", "%0123d", "%.123d", "%-#", "%d %", "%l", "%10q", "%1.1c1%" } do
    check(not pcall(format, wrong, 1, 1), "a wrong format is refused: " .. wrong)
  end
  for _, value in ipairs { "x", {}, true, 1.5 } do check(not pcall(format, "%d", value), "no integer") end
end
