extension RandomAccessCollection where Index == Int {
  /// The first index of an element that `belongs` to the second part; those that do must follow all that do not.
  @inlinable package func partitioningIndex(where belongs: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if belongs(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
