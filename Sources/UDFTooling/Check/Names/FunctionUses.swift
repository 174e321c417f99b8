import LuaSyntax

/// Finds the calls of an app's functions in its files.
struct FunctionUses {
  /// The arguments of each known call, by function.
  private(set) var calls: [FunctionPlace: [[Located]]] = [:]
  /// Functions that may have unknown callers.
  private(set) var escaped: Set<FunctionPlace> = []

  private struct Place: Hashable {
    let file: String
    let position: SourcePosition

    init(_ value: Located) { (file, position) = (value.file.name, value.expression.position) }
  }

  private let program: LuaProgram
  /// The positions at which a known caller or a followed variable names a function.
  private var followed: Set<Place>

  /// - Parameter roots: the functions that the host calls.
  init(in program: LuaProgram, roots: [Located]) {
    self.program = program
    followed = Set(roots.map(Place.init))
    for file in program.all {
      file.chunk.block.walk { node in
        switch node {
        case .statement(let statement): note(statement, in: file)
        case .expression(let expression): note(Located(file, expression))
        }
      }
      if let answer = file.answer { followed.insert(Place(Located(file, answer))) }
    }
    // The walk visits a name after its container, but the `return` of a file comes last.
    for file in program.all {
      file.chunk.block.walk { node in
        guard case .expression(let expression) = node, expression.isName else { return }
        let value = Located(file, expression)
        guard !followed.contains(Place(value)), let place = FunctionPlace(program.meaning(of: value)) else { return }
        escaped.insert(place)
      }
    }
  }

  /// Returns the called expression and the arguments of a call; nil for other expressions.
  static func call(_ value: Located) -> (callee: Located, arguments: [Located])? {
    guard case .call(let callee, let arguments) = value.expression.kind else { return nil }
    if case .global(let name) = callee.kind, ["pcall", "xpcall"].contains(name), let inner = arguments.first {
      return (value.with(inner), arguments.dropFirst(name == "pcall" ? 1 : 2).map(value.with))
    }
    return (value.with(callee), arguments.map(value.with))
  }

  private mutating func note(_ statement: Statement, in file: LuaFile) {
    switch statement.kind {
    case .local(_, let values): for value in values { followed.insert(Place(Located(file, value))) }
    case .assign(let targets, let values):
      for (target, value) in zip(targets, values) where target.isLasting {
        followed.insert(Place(Located(file, value)))
      }
    default: break
    }
  }

  private mutating func note(_ value: Located) {
    if let (callee, arguments) = FunctionUses.call(value) {
      followed.insert(Place(callee))
      if let place = FunctionPlace(program.meaning(of: callee)) { calls[place, default: []].append(arguments) }
    }
    switch value.expression.kind {
    case .method(let object, let name, let arguments):
      guard let method = program.member(name.text, of: value.with(object)),
        let place = FunctionPlace(program.meaning(of: method))
      else { return }
      calls[place, default: []].append(([object] + arguments).map(value.with))
    case .table(let fields):
      for case .named(let key, let inner) in fields where key.text != nil { followed.insert(Place(value.with(inner))) }
    default: break
    }
  }
}

extension Expression {
  fileprivate var isName: Bool {
    switch kind {
    case .local, .index: true
    default: false
    }
  }

  /// Whether a function that is assigned to this target is found by its name.
  fileprivate var isLasting: Bool {
    switch kind {
    case .local: true
    case .index(_, let key): key.text != nil
    default: false
    }
  }
}
