/// The description of a member of the module `udf` for the console.
package struct LibraryWord: Sendable, Equatable {
  package struct Key: Sendable, Equatable {
    /// The name, with a question mark if the key is optional.
    package let name: String
    package let text: String
  }

  /// `udf.flow`
  package let name: String
  /// The usage: `udf.flow { … }`, `udf.list(items: table): table`.
  package let usage: String
  package let text: String
  /// The keys of the table that it takes.
  package let keys: [Key]
}
