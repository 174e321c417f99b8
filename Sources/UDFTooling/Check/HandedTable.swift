import LuaSyntax
import UDFHost

/// Finds all functions that receive a table of functions: the outputs of a use case, the `ui` of a screen, a `nav`.
struct HandedTable {
  /// A function that receives the table as this parameter.
  struct Holder {
    let function: Located
    let variable: Local.ID
    /// The name of the table in errors, from the first call that was found: `nav`, `ui`, or the name of a use case.
    let subject: String
    /// All names that the function may use, or their prefixes: a helper with two callers may use the names of both.
    var names: Set<String>

    var uses: [ParameterUse] { function.function.map { ParameterUse.all(of: variable, in: $0.body) } ?? [] }
  }

  private let program: LuaProgram
  private var found: [Variable: Holder] = [:]
  /// The names that may be used in places that the check cannot see.
  private(set) var lost: Set<String> = []

  init(in program: LuaProgram) { self.program = program }

  var holders: some Sequence<Holder> { found.values }

  /// Visits a function that receives the table as its parameter at `position`, and all functions that it passes the
  /// table to.
  mutating func follow(_ value: Located, _ position: Int, of subject: String, naming names: Set<String>) {
    let function = program.meaning(of: value)
    guard let body = function.function else { return lost.formUnion(names) }
    guard position < body.parameters.count else {
      if body.isVariadic { lost.formUnion(names) }
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
