import LuaRuntime
import LuaSyntax
import UDFHost

/// Checks that each use case uses only the outputs that it declares.
enum OutputCheck {
  static func findings(in program: LuaProgram, _ declarations: [Declaration]) -> [Finding] {
    var table = HandedTable(in: program)
    for declaration in declarations where declaration.kind == "usecase" {
      let outputs = declaration.items("outputs").map { program.meaning(of: $0).expression.text }
      let known = outputs.compactMap(\.self)
      guard !known.isEmpty, known.count == outputs.count, let run = declaration["run"] else { continue }
      table.follow(run, 2, of: declaration.name ?? "use case", naming: Set(known))
    }
    return table.holders.flatMap { findings(of: $0) }
  }

  private static func findings(of holder: HandedTable.Holder) -> [Finding] {
    holder.uses.compactMap { use in
      guard case .call(let name, let position, _) = use, !holder.names.contains(name) else { return nil }
      return holder.function.file.finding(
        "output", at: position,
        "\(holder.subject) has no output \"\(name)\".\(didYouMean(name, among: holder.names))")
    }
  }
}
