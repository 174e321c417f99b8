/// The source location in a misuse report.
@usableFromInline struct SourceLocation: Sendable {
  let fileID: StaticString
  let line: UInt

  @usableFromInline init(_ fileID: StaticString, _ line: UInt) {
    self.fileID = fileID
    self.line = line
  }
}
