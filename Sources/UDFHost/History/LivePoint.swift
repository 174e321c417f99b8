/// What a host comes back to from the past that its history does not know.
struct LivePoint {
  let path: ScreenPath
  /// Where the slices stand that engines write: undo leaves them as they are, so it may be ahead of the journal.
  let positions: [Int: Int]
}

extension SliceTree {
  /// By their numbers.
  var fedPositions: [Int: Int] {
    var positions: [Int: Int] = [:]
    for (number, slice) in hosted.enumerated() {
      if let slice, slice.isFed { positions[number] = slice.position }
    }
    return positions
  }

  func restore(_ positions: [Int: Int]) {
    for (number, position) in positions { hosted[number]?.travel(to: position) }
  }
}
