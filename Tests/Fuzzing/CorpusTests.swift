import Platform
import Testing

/// Keeps the targets of the fuzzer in step with the readers, and each input of the corpus harmless.
@Suite("inputs of the fuzzer")
struct CorpusTests {
  @Test("are read or refused", arguments: FuzzTarget.allCases)
  func corpus(_ target: FuzzTarget) throws {
    let folder = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    let inputs = Folder.names(in: "\(folder)/Corpus/\(target.rawValue)")
    #expect(!inputs.isEmpty)
    for input in inputs {
      let bytes = try #require(Descriptor("\(folder)/Corpus/\(target.rawValue)/\(input)", O_RDONLY)?.rest)
      bytes.withUnsafeBufferPointer(target.run)
    }
  }
}
