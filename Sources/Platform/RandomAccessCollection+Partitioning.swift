extension RandomAccessCollection where Index == Int {
  /// Returns the first index of the second part, whose elements satisfy `belongs`. They must all follow the elements
  /// that do not.
  @inlinable package func partitioningIndex(where belongs: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if belongs(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
