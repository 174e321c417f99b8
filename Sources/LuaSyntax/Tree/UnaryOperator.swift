public enum UnaryOperator: String, Sendable {
  case not
  case minus = "-"
  case length = "#"
  case complement = "~"
}
