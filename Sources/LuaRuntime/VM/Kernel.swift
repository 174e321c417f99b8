/// The pointer to the C kernel of a machine; nil after the kernel was freed. References to Lua values hold this object,
/// because a weak reference to the machine would slow down all its reference counting.
final class Kernel {
  var pointer: OpaquePointer?
}
