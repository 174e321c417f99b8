import FolderTesting
import HostTesting
import Testing
import UDFServices

@testable import UDFHost

@Suite("the access of the files service")
struct FileGrantTests {
  @Test("excludes files outside: above, by an absolute path, and through a link, for reading and writing")
  func outside() async throws {
    let probe = try ServiceProbe.files()
    let other = try TemporaryFolder()
    try other.save("secret", to: "secret.txt")
    try probe.app.folder.run("ln", "-s", other("secret.txt"), "link.txt")
    try probe.app.folder.run("ln", "-s", other.path, "linked")
    let up = "../" + other.path.split(separator: "/").last! + "/secret.txt"
    let paths = [
      up, other("secret.txt"), "link.txt", "linked/secret.txt", "linked/new.txt", "data/../" + up, "/etc/passwd", "/",
      "..", "", "none/../../x", "a\0b", other("no such file"),
    ]
    for path in paths {
      for method in ["read", "size", "exists", "list", "remove"] {
        #expect(await probe.failure("files.\(method)", .string(path)) == ServiceProbe.fileRefusal(path), "\(method)")
      }
      #expect(await probe.eachFailure("files.lines", .string(path)) == ServiceProbe.fileRefusal(path))
      for method in ["write", "append"] {
        #expect(
          await probe.failure("files.\(method)", .string(path), "x") == ServiceProbe.fileRefusal(path), "\(method)")
      }
    }
    try other.run("sh", "-c", "test \"$(cat secret.txt)\" = secret && test \"$(ls)\" = secret.txt")
  }

  @Test("includes links that stay inside, and dots; a link without a target is not written through")
  func links() async throws {
    let probe = try ServiceProbe.files()
    try probe.app.folder.run("ln", "-s", "data", "alias")
    let other = try TemporaryFolder()
    try probe.app.folder.run("ln", "-s", other("not there"), "dangling")
    #expect(try await probe.call("files.read", "./alias/../alias/lines.txt") == "one\ntwo\r\n\nlast")
    try await probe.call("files.write", "alias/new.txt", "x")
    #expect(try await probe.call("files.list", "data") == ["lines.txt", "new.txt"])
    let refusal = "there is a link that leads nowhere, or was just put there; name the file itself"
    for method in ["write", "append"] {
      #expect(await probe.failure("files.\(method)", "dangling", "x") == "notGranted: dangling: \(refusal)")
    }
    #expect(await probe.failure("files.read", "dangling") == "notGranted: dangling: \(refusal)")
    try other.run("sh", "-c", "test -z \"$(ls)\"")
  }

  @Test("excludes the code of the app under every name, unless it is granted")
  func code() async throws {
    let probe = try ServiceProbe.files()
    try probe.app.folder.save("return 1", to: "data/helper.txt")
    try probe.app.folder.run("ln", "-s", "data/helper.txt", "helper.lua")
    try probe.app.save(Source.app(["probe"], more: ", version = require \"helper\""), to: "app")
    #expect(probe.app.saved("app")?.ok == true)
    func refusal(_ path: String) -> String {
      "notGranted: \(path): scripts may not change code, which is not data; grant it with --grant files=\(path), "
        + "or with --allow-requested if udf.app asks for it: grants = { files = { \"\(path)\" } }"
    }
    for path in ["app.lua", "./data/../probe.lua", "new/deep.lua", "data/NEW.LUA", "helper.lua", "data/helper.txt"] {
      #expect(await probe.failure("files.write", .string(path), "x") == refusal(path))
      #expect(await probe.failure("files.append", .string(path), "x") == refusal(path))
      #expect(await probe.failure("files.remove", .string(path)) == refusal(path))
    }
    #expect(try await probe.call("files.read", "data/helper.txt") == "return 1")
    try await probe.call("files.write", "data/lua", "no code")
    let granted = try ServiceProbe.files { $0.grants = [Grant(.files, "data")] }
    try await granted.call("files.write", "data/made.lua", "return 1")
    #expect(await granted.failure("files.remove", "probe.lua") == refusal("probe.lua"))
  }

  @Test("excludes a folder beside the app's with a similar name")
  func sibling() async throws {
    let probe = try ServiceProbe.files()
    let path = probe.app.folder.path + "-more/x.txt"
    try probe.app.folder.run("sh", "-c", "mkdir \"$PWD-more\" && echo x > \"$PWD-more/x.txt\"")
    #expect(await probe.failure("files.read", .string(path)) == ServiceProbe.fileRefusal(path))
    try probe.app.folder.run("sh", "-c", "rm -r \"$PWD-more\"")
  }

  @Test("includes grants of the configuration, of the app and of the command line")
  func granted() async throws {
    let other = try TemporaryFolder()
    try other.save("granted", to: "deep/file.txt")
    let path = other("deep/file.txt")
    let value = Value.string(path)
    #expect(try await ServiceProbe.files { $0.grants = [Grant(.files, path)] }.call("files.read", value) == "granted")
    #expect(
      try await ServiceProbe.files { $0.grants = [Grant(.files, other.path)] }.call("files.read", value) == "granted")
    #expect(
      try await ServiceProbe.files(more: ", grants = { files = { \"\(other.path)\" } }").call("files.read", value)
        == "granted")
    let probe = try ServiceProbe.files { $0.arguments = ["--verbose", path, other("new.txt")] }
    #expect(try await probe.call("files.read", value) == "granted")
    try await probe.call("files.write", .string(other("new.txt")), "made")
    #expect(
      await probe.failure("files.write", .string(other("other.txt")), "x")
        == ServiceProbe.fileRefusal(other("other.txt")))
  }

  @Test("follows the grants that the app requests after each reload")
  func grantsReload() async throws {
    let other = try TemporaryFolder()
    let path = try other.save("granted", to: "file.txt")
    let grants = ", grants = { files = { \"\(path)\" } }"
    let probe = try ServiceProbe.files(more: grants)
    #expect(try await probe.call("files.read", .string(path)) == "granted")
    try probe.app.save(Source.app(["probe"]), to: "app")
    #expect(probe.app.saved("app")?.ok == true)
    #expect(await probe.failure("files.read", .string(path)) == ServiceProbe.fileRefusal(path))
    try probe.app.save(Source.app(["probe"], more: grants), to: "app")
    #expect(probe.app.saved("app")?.ok == true)
    #expect(try await probe.call("files.read", .string(path)) == "granted")
  }
}
