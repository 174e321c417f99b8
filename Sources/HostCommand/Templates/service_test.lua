local test = require "udf.test"
local describe, it, expect = test.describe, test.it, test.expect

describe("the service __NAME__", function()
  local __NAME__ = require "services.__NAME__"

  it("lists items that have an id and a title", function()
    for _, item in ipairs(__NAME__.list()) do
      expect(math.type(item.id)).to_equal("integer")
      expect(type(item.title)).to_equal("string")
    end
  end)
end)
