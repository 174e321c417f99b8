/// The action whose effect the present task belongs to.
enum CurrentAction {
  @TaskLocal static var name: String?
}
