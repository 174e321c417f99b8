/// What a console tells of a member of the module `udf`.
package struct LibraryWord: Sendable, Equatable {
  package struct Key: Sendable, Equatable {
    /// With a question mark if it need not be there.
    package let name: String
    package let text: String
  }

  /// `udf.flow`
  package let name: String
  /// How it is written: `udf.flow { … }`, `udf.list(items: table): table`.
  package let usage: String
  package let text: String
  /// Those of the table that it is given.
  package let keys: [Key]
}
