import HostTesting
import Testing

@testable import UDFTooling

@Suite("Checking the globals of an app")
struct GlobalCheckTests {
  @Test("a file may test whether a global exists, and use it then")
  func guarded() throws {
    let checked = try Checked([
      "counter": """
      local unpack = table.unpack or unpack
      local write = io and io.stdout
      if jit then jit.off() end
      if not bit then bit = nil end
      local old = loadstring ~= nil and loadstring or load
      local _ = type(newproxy) == "function" and newproxy(true)
      \(Source.counter)
      """
    ])
    #expect(checked.heads.filter { $0.contains("global") && !$0.contains("bit") } == [])
    let plain = try Checked(["counter": "local x = unpack\n\(Source.counter)"])
    #expect(plain.heads.contains { $0.contains("no global unpack") })
  }

  @Test("files of others are not checked: by a comment, or by a list of the app")
  func exempt() throws {
    let checked = try Checked([
      "app": """
      local udf = require "udf"
      return udf.app { name = "a", checkOff = { "vendor/", "one.lua" }, features = { require "counter" } }
      """,
      "counter": """
      local all = { require 'vendor.lib', require 'one', require 'two', require 'three' }
      \(Source.counter)
      """,
      "vendor/lib": "return function() return oops end", "one": "return function() return oops end",
      "two": "-- Two.\n\n-- check: off\nreturn function() return oops end",
      "three": "return 1 -- check: off\n, function() return oops end",
    ])
    let heads = checked.heads.filter { $0.contains("global") }
    #expect(heads == ["three.lua:2:21: there is no global oops, so this is nil."])
  }
}
