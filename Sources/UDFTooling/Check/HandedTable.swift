import LuaSyntax
import UDFHost

/// Where a table of functions goes that scripts are given: the outputs of a use case, the `ui` of a screen, a `nav`.
struct HandedTable {
  /// A function that is given it, as that variable.
  struct Holder {
    let function: Located
    let variable: Local.ID
    /// What it was met with first, as errors name it.
    let subject: String
    /// All that may be named there, or what that begins with: a helper of two may name what either has.
    var names: Set<String>

    var uses: [ParameterUse] { function.function.map { ParameterUse.all(of: variable, in: $0.body) } ?? [] }
  }

  private let program: LuaProgram
  private var found: [Variable: Holder] = [:]
  /// What may be named where only a run can tell.
  private(set) var lost: Set<String> = []

  init(in program: LuaProgram) { self.program = program }

  var holders: some Sequence<Holder> { found.values }

  /// A function that is given it as its parameter at `position`, and all those that are given it by that one.
  mutating func follow(_ value: Located, _ position: Int, of subject: String, naming names: Set<String>) {
    let function = program.meaning(of: value)
    guard let body = function.function else { return lost.formUnion(names) }
    guard position < body.parameters.count else {
      if body.takesMore { lost.formUnion(names) }
      return
    }
    let parameter = body.parameters[position]
    guard function.file.keeps(parameter) else { return lost.formUnion(names) }
    let variable = Variable(file: function.file.name, local: parameter)
    var holder =
      found[variable] ?? Holder(function: function, variable: parameter, subject: subject, names: [])
    guard found[variable] == nil || !names.isSubset(of: holder.names) else { return }
    holder.names.formUnion(names)
    found[variable] = holder
    for use in holder.uses {
      switch use {
      case .call: break
      case .handed(let other, let position): follow(function.with(other), position, of: subject, naming: names)
      case .escaped: lost.formUnion(names)
      }
    }
  }
}
