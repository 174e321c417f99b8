import LuaRuntime
import UDFServices

extension AppHost {
  /// Removes the data of a user who logs out: all secrets, the values of `kv`, the rows of sync features with their
  /// pending mutations, and the data of earlier runs in the data folder. If a value or a file cannot be removed,
  /// removes the rest and throws the error.
  ///
  /// Tokens of removed secrets are not valid: a service that receives one raises an error of the code `secret`.
  public func wipe() throws {
    try requireOwner()
    try wiping.run()
  }

  /// Returns the value for a secret field of a screen: a token if the app declares any secrets, else the text.
  package func sealed(_ text: Value) -> Value { tree.secrets.isUsed ? tree.secrets.sealed(text) : text }

  /// Returns a text from outside, such as a line that was typed, without the secrets that it may contain.
  package func hidden(_ text: String) -> String { tree.secrets.hidden(text) }

  /// Returns a value for comparison in a test, with the known texts of secrets.
  package func revealed(_ value: Value) -> Value {
    tree.secrets.isUsed ? (try? tree.secrets.revealed(value)) ?? value : value
  }
}
