import LuaRuntime
import UDFCommands
import UDFHost
import UDFTooling

extension Console {
  /// Prints a page of the reference, or the names of all pages, or writes all pages into a folder. Exits with 2 if
  /// there is no such page. Printed paths are relative to the folder `here`.
  public func reference(_ name: String?, into folder: String?, from here: String) -> Never {
    do {
      let reference = try Reference()
      if let folder { writeFiles(from: here) { () throws(HostError) in try reference.write(into: folder) } }
      guard let name else {
        for page in reference.pages { output.line(page.name) }
        output.end(with: .success)
      }
      guard let page = reference.page(of: name) else {
        // Compared without the first part, which would make all names similar.
        func bare(_ name: String) -> Substring { name.firstIndex(of: ".").map { name[$0...].dropFirst() } ?? name[...] }
        let names = reference.pages.map(\.name)
        let close = suggestion(for: String(bare(name)), among: names.map { String(bare($0)) })
        let meant = close.flatMap { close in names.first { bare($0) == close } }
        let hint = meant.map { " Did you mean \"\($0)\"?" } ?? ""
        refuse(
          HostError(usage: "\(name): there is no such page.\(hint)\n  To see their names: udfhost reference"))
      }
      output.line(page.text)
      output.end(with: .success)
    } catch {
      refuse(error as? HostError ?? HostError(usage: "\(error)"))
    }
  }
}
