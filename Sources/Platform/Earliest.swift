/// Returns the earlier of two times; nil: there is no time. It allocates nothing, because a host calls it in each turn.
@inlinable package func earliest(_ first: Double?, _ second: Double?) -> Double? {
  guard let first, let second else { return first ?? second }
  return min(first, second)
}
