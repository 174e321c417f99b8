import FolderTesting
import Glibc

/// An app in an own folder, which is removed with the last reference.
final class AppFolder {
  private let folder: TemporaryFolder

  var path: String { folder.path }

  init(
    app: String = AppFolder.counterApp, features: [String: String] = ["counter": AppFolder.counterFeature],
    services: [String: String] = [:]
  ) {
    folder = try! TemporaryFolder()
    write("app.lua", app)
    mkdir(path + "/features", 0o700)
    for (name, text) in features { write("features/\(name).lua", text) }
    if !services.isEmpty { mkdir(path + "/services", 0o700) }
    for (name, text) in services { write("services/\(name).lua", text) }
  }

  var app: String { path + "/app.lua" }

  /// A file gets its text in one step: who watches it must not find it empty, however long the writing is held up.
  @discardableResult
  func write(_ name: String, _ text: String) -> String {
    let place = path + "/" + name
    var status = stat()
    let isPipe = stat(place, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    let written = isPipe ? place : place + ".new"
    let file = fopen(written, "we")
    fputs(text, file)
    fclose(file)
    if !isPipe { rename(written, place) }
    return place
  }

  func read(_ name: String) -> String {
    guard let file = fopen(path + "/" + name, "re") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(byte)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  static let counterApp = """
    local udf = require "udf"
    return udf.app { name = "counter", features = { require "features.counter" } }
    """

  /// Counts, keeps a list, refuses wrong fields, and counts later from an effect.
  static let counterFeature = """
    local udf = require "udf"
    return udf.feature {
      name = "counter",
      state = { count = 0, items = udf.list {} },
      actions = {
        inc = { by = "integer?" },
        push = { sku = "string", qty = "integer" },
        later = { s = "number?" },
        reset = {},
      },
      events = { tap = "inc" },
      reduce = {
        inc = function(state, action) state.count = state.count + (action.by or 1) end,
        push = function(state, action) table.insert(state.items, { sku = action.sku, qty = action.qty }) end,
        later = function(state) end,
        reset = function(state) state.count = 0 end,
      },
      effects = {
        later = function(cx, action)
          cx.sleep(action.s or 0.05)
          cx.send { type = "inc" }
        end,
      },
      view = function(state) return { label = "count is " .. state.count } end,
    }
    """
}
