/// The local variables and labels that are in scope at the parser's position.
struct Scopes {
  private struct Function {
    let id: FunctionBody.ID
    let isVariadic: Bool
    var blocks: [BlockScope] = []
    /// The number of local variables in scope.
    var active = 0
  }

  private(set) var locals: [Local] = []
  private var functions: [Function] = []
  private var last = -1

  // MARK: functions and blocks

  var isVariadic: Bool { functions.last?.isVariadic ?? false }
  var lastFunction: FunctionBody.ID { last }

  mutating func beginFunction(isVariadic: Bool) -> FunctionBody.ID {
    last += 1
    functions.append(Function(id: last, isVariadic: isVariadic))
    beginBlock()
    return last
  }

  mutating func endFunction() throws(LuaSyntaxError) {
    let open = functions[functions.count - 1].blocks.removeLast().jumps
    if let jump = open.first {
      throw LuaSyntaxError(text: "no visible label '\(jump.label)' for goto", position: jump.position)
    }
    functions.removeLast()
  }

  mutating func beginBlock(isLoop: Bool = false) {
    let active = functions[functions.count - 1].active
    functions[functions.count - 1].blocks.append(BlockScope(isLoop: isLoop, active: active))
  }

  /// Ends a block. Jumps whose labels it does not contain move to the block around it.
  mutating func endBlock() {
    let function = functions.count - 1
    let block = functions[function].blocks.removeLast()
    functions[function].active = block.active
    functions[function].blocks[functions[function].blocks.count - 1].adoptJumps(of: block)
  }

  // MARK: names

  mutating func declare(_ name: Identifier, _ attribute: Local.Attribute? = nil) -> Local.ID {
    let id = reserve(name, attribute)
    activate(id)
    return id
  }

  /// Adds a variable that is out of scope until ``activate(_:)``.
  mutating func reserve(_ name: Identifier, _ attribute: Local.Attribute?) -> Local.ID {
    let function = functions[functions.count - 1].id
    locals.append(Local(name: name.text, position: name.position, attribute: attribute, function: function))
    return locals.count - 1
  }

  mutating func activate(_ id: Local.ID) {
    let function = functions.count - 1
    functions[function].blocks[functions[function].blocks.count - 1].names[locals[id].name] = id
    functions[function].active += 1
  }

  func local(_ name: String) -> Local.ID? {
    for function in functions.reversed() {
      for block in function.blocks.reversed() { if let id = block.names[name] { return id } }
    }
    return nil
  }

  // MARK: jumps

  var isInLoop: Bool { functions.last?.blocks.contains(where: \.isLoop) ?? false }

  mutating func jump(to label: Identifier) {
    let function = functions[functions.count - 1]
    if function.blocks.contains(where: { $0.labels[label.text] != nil }) { return }
    let jump = BlockScope.Jump(label: label.text, position: label.position, active: function.active)
    functions[functions.count - 1].blocks[function.blocks.count - 1].jumps.append(jump)
  }

  /// - Parameter isLast: whether only labels follow in the block. Its variables are then out of scope at the label.
  mutating func label(_ label: Identifier, isLast: Bool) throws(LuaSyntaxError) {
    let function = functions[functions.count - 1]
    if let line = function.blocks.lazy.compactMap({ $0.labels[label.text] }).first {
      throw LuaSyntaxError(text: "label '\(label.text)' already defined on line \(line)", position: label.position)
    }
    let block = function.blocks.count - 1
    let active = isLast ? function.blocks[block].active : function.active
    try functions[functions.count - 1].blocks[block].place(label, active: active)
  }
}
