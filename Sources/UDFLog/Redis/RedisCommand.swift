#if Redis
  /// A command for the server: its words as bytes.
  struct RedisCommand: ExpressibleByArrayLiteral {
    private(set) var words: [[UInt8]]

    init(arrayLiteral words: String...) { self.words = words.map { Array($0.utf8) } }

    mutating func add(_ word: String) { words.append(Array(word.utf8)) }
    mutating func add(_ word: [UInt8]) { words.append(word) }
  }
#endif
