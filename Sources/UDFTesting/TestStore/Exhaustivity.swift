/// How much a test must assert.
///
///     let store = TestStore(UserListState(), reducer: userList)
///     store.exhaustivity = .off
///     store.send(.load)
///     await store.finish()
///     print(store.skipped)   // what the test has not asserted
public enum Exhaustivity: Sendable {
  /// Everything: each change of the state, each action that effects send, and that no effect is left at the end.
  case on
  /// Only what the test asserts. ``TestStore/skipped`` collects the rest.
  case off
  /// Like ``off``, and everything that the test does not assert is printed to standard error.
  case listing
}
