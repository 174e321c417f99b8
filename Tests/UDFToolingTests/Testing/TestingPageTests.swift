import HostTesting
import Testing

@testable import UDFTooling

@Suite("the page about tests")
struct TestingPageTests {
  @Test("a test file calls the functions of a sync feature, and sends the actions of an engine")
  func sync() throws {
    let posts = """
      local udf = require "udf"
      return udf.sync {
        name = "posts", key = "id", uses = { "http" },
        conflict = function(base, mine, theirs)
          for field, value in pairs(mine) do if value ~= base[field] then theirs[field] = value end end
          return theirs
        end,
        remote = {
          pull = function(cx, request)
            local answer = cx.services.http.get("http://127.0.0.1:8080/posts?since=" .. request.since)
            return { changes = answer.json.posts, next = answer.json.cursor }
          end,
          push = function(cx, mutations)
            local answer = cx.services.http.request { method = "DELETE", url = "/posts/" .. mutations[1].key }
            if not answer.ok then error { message = answer.body } end
          end,
        },
        view = function(state) return { titles = udf.each(state.rows, function(row) return row.title end) } end,
      }
      """
    let app = #"local udf = require "udf" return udf.app { name = "blog", features = { require "features.posts" } }"#
    let blocks = try Page.blocks("Testing", of: "UDFTooling")
    let block = try #require(blocks.first { $0.contains("features.posts") })
    let tested = try TestedApp(files: ["app.lua": app, "features/posts.lua": posts, "posts_test.lua": block])
    #expect(tested.failure.isEmpty, "\(tested.failure)")
    #expect(tested.summary.passed == 4)
  }
}
