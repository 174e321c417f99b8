import LuaSyntax
import UDFHost

/// Finds files that require each other in a cycle, including a `require` inside a function, which the load does not
/// run.
struct RequireCheck {
  private let program: LuaProgram
  private var findings: [Finding] = []
  private var done: Set<String> = []
  private var trail: [String] = []

  static func findings(in program: LuaProgram, main: String) -> [Finding] {
    var check = RequireCheck(program: program)
    check.visit(main)
    return check.findings
  }

  private init(program: LuaProgram) { self.program = program }

  private mutating func visit(_ name: String) {
    guard let file = program.files[name] else { return }
    trail.append(name)
    for requirement in file.requires {
      if let start = trail.firstIndex(of: requirement.file) {
        let cycle = (trail[start...] + [requirement.file]).joined(separator: " → ")
        findings.append(
          file.finding(
            "cycle", at: requirement.position, "files require each other: \(cycle)",
            "To fix this, move what both need into a separate file, or pass it as an argument."))
      } else if !done.contains(requirement.file) {
        visit(requirement.file)
      }
    }
    trail.removeLast()
    done.insert(name)
  }
}
