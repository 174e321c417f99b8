/// The form in which a listener receives committed actions. Without a listener that receives them, a dispatch costs less.
package enum CommitInterest {
  case none
  /// Only their numbers: the listener reads them in the history later.
  case numbers
  case records
}
