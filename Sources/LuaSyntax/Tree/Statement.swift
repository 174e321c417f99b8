/// A statement and where it begins.
public struct Statement: Equatable, Sendable {
  public indirect enum Kind: Equatable, Sendable {
    case local([Local.ID], [Expression])
    case localFunction(Local.ID, FunctionBody)
    /// `function a.b:c() end`; its target is what it is assigned to.
    case function(Expression, FunctionBody)
    case assign([Expression], [Expression])
    case call(Expression)
    case block(Block)
    case whileLoop(Expression, Block)
    case repeatLoop(Block, until: Expression)
    /// With `else` as a last branch that has no condition.
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
