@testable import FeedCore

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral {
  public init(stringLiteral text: String) { self = .string(text) }

  public init(booleanLiteral bool: Bool) { self = .bool(bool) }
}
