import Testing

@Suite("udfhost annotations")
struct AnnotationCommandTests {
  private static let names = ["udf.lua", "udf/test.lua", "features.lua", "services.lua"]

  @Test("writes what an editor has to know beside the app, says so, and writes nothing the second time")
  func written() throws {
    let folder = AppFolder()
    let first = try Batch(folder, folder.path, app: "annotations", in: folder.path)
    let files = Self.names.map { ".udfhost/annotations/\($0)" } + [".luarc.json"]
    #expect(first.lines == files.map { "wrote \($0)" })
    #expect(first.code == 0)
    #expect(folder.read(".luarc.json").contains(#"".udfhost/annotations""#))
    #expect(
      folder.read(".udfhost/annotations/features.lua").contains("---@class counter.State\n---@field count number\n"))
    let second = try Batch(folder, folder.app, app: "annotations", in: folder.path)
    #expect(second.lines == files.map { "unchanged \($0)" })
    #expect(second.code == 0)
  }

  @Test("writes to another folder that --out names")
  func out() throws {
    let folder = AppFolder()
    let run = try Batch(folder, folder.path, "--out", "lib/lua", app: "annotations", in: folder.path)
    #expect(run.lines == Self.names.map { "wrote lib/lua/\($0)" } + ["wrote .luarc.json"])
    #expect(folder.read(".luarc.json").contains(#""lib/lua""#))
  }

  @Test("refuses a .luarc.json that is not JSON, and writes nothing at all")
  func refused() throws {
    let folder = AppFolder()
    folder.write(".luarc.json", "{ // mine\n}")
    let run = try Batch(folder, folder.path, app: "annotations")
    #expect(
      run.error == """
        \(folder.path)/.luarc.json:1:3: expected a key in double quotes, got "/"
          Nothing was written.
          To fix this, make it valid JSON, without comments, or move it away

        """)
    #expect(run.output == "")
    #expect(run.code == 1)
    #expect(folder.read(".luarc.json") == "{ // mine\n}")
    #expect(folder.read(".udfhost/annotations/udf.lua") == "")
  }
}
