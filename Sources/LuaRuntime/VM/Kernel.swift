/// Holds the kernel's machine until it is freed. References share it instead of a weak reference to the machine,
/// because a weak reference would slow down all reference counting of the machine.
final class Kernel {
  var pointer: OpaquePointer?
}
