import FolderTesting
import Platform
import Testing
import UDFHost

@testable import UDFInspector

@Suite("the editor of a page")
struct EditorTests {
  @Test("is the first one with a window")
  func choice() throws {
    for (visual, editor, chosen) in [
      ("code -w", "vim", "code -w"), ("vim", "/usr/bin/gvim", "/usr/bin/gvim"), ("", "emacs", "emacs"),
      ("/usr/bin/nvim -R", "emacs --geometry 80", "emacs --geometry 80"),
    ] {
      #expect(try Editor { ["VISUAL": visual, "EDITOR": editor][$0] }.command == chosen)
    }
  }

  @Test("is refused if it needs the terminal, or if there is none")
  func refused() {
    for (environment, problem) in [
      ([:], "there is no editor"), (["VISUAL": "", "EDITOR": ""], "there is no editor"),
      (["EDITOR": "vim"], "vim needs the terminal"),
      (["VISUAL": "emacs -nw", "EDITOR": "nano"], "emacs -nw needs the terminal"),
    ] {
      let error = #expect(throws: HostError.self) { try Editor { environment[$0] } }
      #expect(
        error?.message
          == "edit: \(problem)\n  To fix this, set VISUAL to an editor with a window before starting udfhost: VISUAL=code"
      )
    }
  }

  @Test("gets the file and the line, a process group of its own, and no descriptor of the program")
  func start() async throws {
    let folder = try TemporaryFolder()
    try folder.save(
      "#!/bin/sh\necho \"$@\" > '\(folder("arguments"))'\ncut -d ' ' -f 5 /proc/$$/stat > '\(folder("group"))'\n"
        + "echo $$ > '\(folder("process"))'\nls /proc/self/fd > '\(folder("descriptors"))'\nexit 3\n", to: "edit")
    try folder.run("chmod", "+x", "edit")
    let inherited = open("/dev/null", O_RDONLY)
    defer { close(inherited) }
    let editor = try Editor { _ in "'\(folder("edit"))' --wait" }
    let code = try await withCheckedThrowingContinuation { continuation in
      do throws(HostError) { try editor.open("/tmp/a b.lua", at: 7) { continuation.resume(returning: $0) } } catch {
        continuation.resume(throwing: error)
      }
    }
    #expect(code == 3)
    func text(_ name: String) -> String { folder.bytes(of: name).map { String(decoding: $0, as: UTF8.self) } ?? "" }
    #expect(text("arguments") == "--wait +7 /tmp/a b.lua\n")
    #expect(text("group").filter { $0 != " " } == text("process"))
    // The fourth descriptor is the folder that ls reads.
    #expect(text("descriptors").split(separator: "\n") == ["0", "1", "2", "3"])
  }
}
