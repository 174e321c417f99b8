# shellcheck shell=bash
# Builds the kernel's tests, which are plain C. Sourced, never run.

# Usage: kernel_flags tree. Leaves what both compilers need in $kernel_cflags.
kernel_flags() {
  read -ra kernel_cflags <<<"$(pkg-config --cflags lua5.4)"
  kernel_cflags+=(-std=gnu11 -Wall -Wextra "-I$1/Sources/LuaKernel" "-I$1/Sources/LuaKernel/include")
}

# Usage: build_kernel_tests tree folder flag…  Leaves a program for each test in the folder. SwiftPM has no
# --sanitize=undefined, so the kernel is built here, with the compiler that comes with Swift, which has the sanitizers.
build_kernel_tests() {
  local tree=$1 out=$2 resources clang libs source
  shift 2
  mkdir -p "$out"
  rm -f "$out"/*.o "$out/kernel.a"
  resources=$(swift -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
  clang=$resources/../../bin/clang
  kernel_flags "$tree"
  read -ra libs <<<"$(pkg-config --libs lua5.4) -lm -lpthread"
  # The default linker on Linux warns about each symbol of the address sanitizer.
  [ "$(uname -s)" = Darwin ] || libs+=(-fuse-ld=lld)
  local sanitized=(-g -O1 -fno-omit-frame-pointer -fsanitize=address -fsanitize=undefined -fno-sanitize-recover=all)
  (cd "$out" && "$clang" "${kernel_cflags[@]}" "${sanitized[@]}" "$@" -c "$tree"/Sources/LuaKernel/*.c)
  # An archive, because from it comes only what is missing: a test may put its own in the place of a neighbour.
  ar rcs "$out/kernel.a" "$out"/*.o
  for source in "$tree"/Tests/LuaKernelTests/*_test.c; do
    "$clang" "${kernel_cflags[@]}" "${sanitized[@]}" "$@" "$source" "$out/kernel.a" "${libs[@]}" \
      -o "$out/$(basename "$source" .c)"
  done
}
