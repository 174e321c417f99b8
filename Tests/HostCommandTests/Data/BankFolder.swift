import Glibc

/// An app called `bank` in a folder that can be moved. It keeps values, and notes whose server never answers, and shares a counter.
final class BankFolder {
  private let root = AppFolder(app: "", features: [:])
  let home: AppFolder
  /// The folder that the app is in now.
  private(set) var place = "bank"

  /// - Parameter home: the user's, nil: another one for each app.
  init(home: AppFolder = AppFolder(app: "", features: [:]), name: String = "bank") {
    self.home = home
    mkdir("\(root.path)/bank", 0o700)
    root.write(
      "bank/app.lua",
      """
      local udf = require "udf"
      local down = function() error("down") end
      local notes = udf.sync { name = "notes", key = "id", remote = { pull = down, push = down } }
      local votes = udf.feature {
        name = "votes", shared = true, state = { n = 0 }, reduce = { add = function(state) state.n = state.n + 1 end },
      }
      return udf.app { name = "\(name)", features = { notes, votes } }
      """)
  }

  var app: String { "\(root.path)/\(place)/app.lua" }

  /// The folder of all data.
  var data: String { home.path + "/.local/share/udfhost" }
  /// The name of the app's folder there, with the place that the app is in now.
  var name: String { "bank@" + app.replacing("/", with: "+") }
  var folder: String { "\(data)/\(name)" }

  func move(to place: String) {
    rename("\(root.path)/\(self.place)", "\(root.path)/\(place)")
    self.place = place
  }

  func run(_ lines: String..., options: [String] = []) throws -> Batch {
    try Batch(
      root, arguments: ["--settle", "1"] + options + lines.flatMap { ["-e", $0] }, app: app,
      environment: ["HOME": home.path])
  }

  /// A token, and two edits that are not sent.
  func keep() throws {
    _ = try run(
      "services.kv.set('token', 't1')", "notes.mutate{ put = { id = 'a' } }", "notes.mutate{ put = { id = 'b' } }")
  }

  /// `udfhost data` with some arguments.
  func command(_ arguments: String...) throws -> Batch {
    try Batch(root, arguments: arguments, app: "data", environment: ["HOME": home.path])
  }

  /// The app at a terminal; or `udfhost data` with some arguments.
  func terminal(command arguments: String...) throws -> Terminal {
    let options = arguments.isEmpty ? ["--no-color", "--watch", "off"] : arguments
    return try Terminal(
      root, arguments: options, app: arguments.isEmpty ? app : "data", columns: 300, environment: ["HOME": home.path])
  }
}
