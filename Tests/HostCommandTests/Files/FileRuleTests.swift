import Glibc
import Testing

@Suite("Access of the host to files")
struct FileRuleTests {
  private let folder = AppFolder(
    app: """
      local udf = require "udf"
      return udf.app { name = "app", features = {}, version = require "lib" }
      """, features: [:])
  private let other = AppFolder(app: "", features: [:])

  private func refusal(_ file: String, _ reason: String) -> String {
    "app.lua:2: require \"lib\": \(file): \(reason)\n"
  }

  @Test("require follows a link within the app's folder, and none out of it")
  func links() throws {
    folder.write("real.lua", "return 7")
    symlink("real.lua", folder.path + "/lib.lua")
    #expect(try Batch(folder, "-e", "1").code == 0)
    unlink(folder.path + "/lib.lua")
    other.write("secret.lua", "return 7")
    symlink(other.path + "/secret.lua", folder.path + "/lib.lua")
    for command in [nil, "check", "features"] {
      let run = try command.map { try Batch(folder, folder.app, app: $0) } ?? Batch(folder, "-e", "1")
      #expect((run.output + run.error).contains("lib.lua: it lies outside of the app's folder"), "\(run.error)")
    }
  }

  @Test("require does not wait for a pipe, and reads at most 16 MiB")
  func sizes() throws {
    let lib = folder.path + "/lib.lua"
    mkfifo(lib, 0o600)
    let pipe = try Batch(folder, "-e", "1")
    #expect(pipe.error.hasPrefix(refusal("lib.lua", "this is not a file").dropLast()), "\(pipe.error)")
    #expect(pipe.code == 2)
    unlink(lib)
    folder.write("lib.lua", "return 7")
    truncate(lib, 16 << 20 + 1)
    let large = try Batch(folder, "-e", "1")
    #expect(large.error.hasPrefix(refusal("lib.lua", "this has more than 16777216 bytes").dropLast()), "\(large.error)")
  }

  @Test("a test cannot require a file outside of its app's folder")
  func tests() throws {
    other.write("secret.lua", "return 7")
    symlink(other.path + "/secret.lua", folder.path + "/lib.lua")
    folder.write("app_test.lua", "require 'lib'")
    let run = try Batch(folder, folder.path, app: "test")
    #expect(run.output.contains("lib.lua: it lies outside of the app's folder"), "\(run.output)")
    #expect(run.code == 1)
  }

  @Test("-f, --state and replay read no pipe and no device", arguments: ["/dev/zero", "pipe"])
  func devices(name: String) throws {
    folder.write("lib.lua", "return 7")
    let path = name == "pipe" ? folder.path + "/pipe" : name
    if name == "pipe" { mkfifo(path, 0o600) }
    let file = try Batch(folder, "-f", path)
    #expect(
      file.error
        == "\(path): this is not a file\n  To read what comes from a pipe, give -f - and send it to standard input.\n")
    #expect(file.code == 2)
    #expect(
      try Batch(folder, "--state", path, "-e", "1").error == "\(path): this is not a file\n  Nothing was loaded.\n")
    #expect(
      try Batch(folder, folder.app, path, app: "replay").error
        == "\(path): this is not a file\n  Nothing was replayed.\n")
  }

  @Test("a seed outside of the app's folder, or a pipe, is refused when the app loads")
  func seeds() throws {
    other.write("rows.ndjson", #"{"id":"a"}"#)
    folder.write(
      "app.lua",
      """
      local udf = require "udf"
      local notes = udf.sync { name = "notes", key = "id", seed = "rows.ndjson" }
      return udf.app { name = "app", features = { notes } }
      """)
    symlink(other.path + "/rows.ndjson", folder.path + "/rows.ndjson")
    let link = try Batch(folder, "-e", "1")
    #expect(
      link.error.hasPrefix("app.lua:2:54: notes: seed: rows.ndjson: it lies outside of the app's folder\n"),
      "\(link.error)")
    #expect(link.code == 2)
    unlink(folder.path + "/rows.ndjson")
    mkfifo(folder.path + "/rows.ndjson", 0o600)
    #expect(try Batch(folder, "-e", "1").error.contains("seed: rows.ndjson: this is not a file\n"))
  }

  @Test("--record does not write through a link")
  func record() throws {
    folder.write("lib.lua", "return 7")
    let link = folder.path + "/session"
    symlink(other.path + "/new", link)
    let run = try Batch(folder, "--record", link, "-e", "1")
    #expect(
      run.error == """
        \(link): this is a link, and the host does not write through links
          To fix this, name the file itself
          Nothing is recorded.

        """)
    #expect(run.code == 2)
    #expect(access(other.path + "/new", F_OK) != 0)
  }

  @Test("kv opens no link and no pipe", arguments: ["kv.sqlite", "kv.sqlite-wal"])
  func values(name: String) throws {
    folder.write("lib.lua", "return 7")
    let data = folder.path + "/data"
    mkdir(data, 0o700)
    mkfifo("\(data)/\(name)", 0o600)
    let set = "services.kv.set('a', 1)"
    let pipe = try Batch(folder, "--data", data, "-e", set)
    #expect(pipe.error.hasPrefix("\(data)/\(name): this is a pipe or a device and no file; "), "\(pipe.error)")
    unlink("\(data)/\(name)")
    symlink(other.path + "/new", "\(data)/\(name)")
    _ = other.write("new", "x")
    let link = try Batch(folder, "--data", data, "-e", set)
    #expect(link.error.hasPrefix("\(data)/\(name): this is a link; "), "\(link.error)")
    #expect(other.read("new") == "x")
  }

  @Test("http sends no method and no header for a proxy or the connection")
  func http() throws {
    folder.write("lib.lua", "return 7")
    func problem(_ options: String) throws -> String {
      let line = "local ok, e = pcall(services.http.request, 'http://127.0.0.1:1/', \(options)); print(e.message)"
      return try Batch(folder, "--grant", "hosts=127.0.0.1:1", "-e", line).output
    }
    for method in ["CONNECT", "TRACE", "TRACK", "connect"] {
      #expect(
        try problem("'\(method)'").hasPrefix(
          "http.request: the method \(method) is for proxies and not for scripts; write GET, POST, PUT, …\n"))
    }
    for header in ["Proxy-Authorization", "TE", "upgrade", "Keep-Alive", "Trailer", "Proxy-Connection"] {
      #expect(
        try problem("'GET', { ['\(header)'] = 'x' }").hasPrefix(
          "http.request: headers.\(header) follows from the url, the body and the connection; leave it out\n"))
    }
  }
}
