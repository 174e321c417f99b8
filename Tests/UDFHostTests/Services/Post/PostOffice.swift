import HostTesting

/// Makes apps with one feature, `a`, whose effects use the service `post`.
struct PostOffice {
  let post = Post()

  func app(_ effects: String, uses: String = "'post'", services: String = "") throws -> TestHost {
    let app = try TestHost([
      "a": """
      local udf = require "udf"
      local function note(cx, text) cx.send { type = "note", text = tostring(text) } end
      return udf.feature {
        name = "a",
        uses = { \(uses) },
        state = { notes = udf.list {} },
        reduce = { note = function(state, action) table.insert(state.notes, action.text) end },
        effects = {
      \(effects)
        },
      }
      """, "app": Source.app(["a"], more: services),
    ]) { [post] in $0.core = PostCore(post: post) }
    return app
  }

  /// Lets every letter go and the host take them.
  func settle(_ app: TestHost) async {
    while !app.host.isSettled {
      await post.releaseAll()
      app.host.poll()
    }
  }
}
