/// The place in the source that a misuse report points to.
@usableFromInline struct SourceLocation: Sendable {
  let fileID: StaticString
  let line: UInt

  @usableFromInline init(_ fileID: StaticString, _ line: UInt) {
    self.fileID = fileID
    self.line = line
  }
}
