import LuaSyntax

/// What use cases say of how they go: a use case gives no output but those that it declares.
struct OutputCheck {
  /// A function that is given the outputs of a use case, or of several.
  private struct Holder {
    let function: Located
    /// The use case that was met first, as errors name it.
    let usecase: String
    var outputs: Set<String>
  }

  private let program: CheckedProgram
  private var holders: [Variable: Holder] = [:]

  static func findings(in program: CheckedProgram, _ declarations: [Declaration]) -> [Finding] {
    var check = OutputCheck(program: program)
    for declaration in declarations where declaration.kind == "usecase" { check.visit(declaration) }
    return check.holders.flatMap { check.findings(of: $0.value, $0.key.local) }
  }

  private init(program: CheckedProgram) { self.program = program }

  private mutating func visit(_ declaration: Declaration) {
    let outputs = declaration.items("outputs").map { program.meaning(of: $0).expression.text }
    let known = outputs.compactMap(\.self)
    guard !known.isEmpty, known.count == outputs.count, let run = declaration["run"] else { return }
    follow(run, 2, of: declaration.name ?? "use case", Set(known))
  }

  /// A function that is given the outputs as its parameter at `position`.
  private mutating func follow(_ value: Located, _ position: Int, of usecase: String, _ outputs: Set<String>) {
    let found = program.meaning(of: value)
    guard let body = found.function, position < body.parameters.count,
      found.file.keeps(body.parameters[position])
    else { return }
    let output = body.parameters[position]
    let variable = Variable(file: found.file.name, local: output)
    var holder = holders[variable] ?? Holder(function: found, usecase: usecase, outputs: [])
    guard !outputs.isSubset(of: holder.outputs) else { return }
    holder.outputs.formUnion(outputs)
    holders[variable] = holder
    for case .handed(let other, let position) in ParameterUse.all(of: output, in: body.body) {
      follow(found.with(other), position, of: usecase, outputs)
    }
  }

  private func findings(of holder: Holder, _ output: Local.ID) -> [Finding] {
    guard let body = holder.function.function else { return [] }
    return ParameterUse.all(of: output, in: body.body).compactMap { use in
      guard case .call(let name, let position, _) = use, !holder.outputs.contains(name) else { return nil }
      return holder.function.file.finding(
        "output", at: position,
        "\(holder.usecase) has no output \"\(name)\".\(didYouMean(name, among: holder.outputs))")
    }
  }
}
