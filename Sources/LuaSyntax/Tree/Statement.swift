/// A statement and the position of its first token.
public struct Statement: Equatable, Sendable {
  public indirect enum Kind: Equatable, Sendable {
    case local([Local.ID], [Expression])
    case localFunction(Local.ID, FunctionBody)
    /// `function a.b:c() end`; the first value is the expression that the function is assigned to.
    case function(Expression, FunctionBody)
    case assign([Expression], [Expression])
    case call(Expression)
    case block(Block)
    case whileLoop(Expression, Block)
    case repeatLoop(Block, until: Expression)
    /// An `if` statement. `else` is the last branch, without a condition.
    case branches([Branch])
    case numericLoop(Local.ID, from: Expression, to: Expression, step: Expression?, Block)
    case genericLoop([Local.ID], [Expression], Block)
    case leave
    case jump(to: String)
    case label(String)
    case answer([Expression])
  }

  public struct Branch: Equatable, Sendable {
    public let condition: Expression?
    public let block: Block
  }

  public let kind: Kind
  public let position: SourcePosition
}
