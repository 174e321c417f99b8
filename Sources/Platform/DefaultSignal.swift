/// Gives a signal its default effect. Returns false if the parent process had set it to be ignored (`nohup`, `&`), and leaves it so.
package func restoreDefault(ofSignal number: Int32) -> Bool {
  let inherited = signal(number, SIG_DFL)
  guard unsafeBitCast(inherited, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) else { return true }
  signal(number, SIG_IGN)
  return false
}
