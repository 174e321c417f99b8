# shellcheck shell=bash
# Builds the kernel's tests, which are plain C. Sourced, never run.

# Usage: kernel_flags tree. Leaves what both compilers need in $kernel_cflags.
kernel_flags() {
  read -ra kernel_cflags <<<"$(pkg-config --cflags lua5.4)"
  kernel_cflags+=(-std=gnu11 -Wall -Wextra "-I$1/Sources/LuaKernel" "-I$1/Sources/LuaKernel/include")
}

# Leaves the compiler that comes with Swift, which has the sanitizers and libFuzzer, in $clang, and in $libs what to link.
kernel_compiler() {
  clang=$(swift -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')/../../bin/clang
  read -ra libs <<<"$(pkg-config --libs lua5.4) -lm -lpthread"
  # The default linker on Linux warns about each symbol of the address sanitizer.
  [ "$(uname -s)" = Darwin ] || libs+=(-fuse-ld=lld)
}

# Tests of time limits. They also run without sanitizers: there a run that uses more than twice its budget fails them.
timed_tests=(budget_test changes_test hidden_time_test)

# Usage: build_plain_tests tree folder. Builds the kernel with gcc, and leaves a program for each timed test in the folder.
build_plain_tests() {
  local tree=$1 out=$2 test libs
  mkdir -p "$out"
  rm -f "$out"/*.o
  kernel_flags "$tree"
  read -ra libs <<<"$(pkg-config --libs lua5.4) -lm -lpthread"
  (cd "$out" && gcc "${kernel_cflags[@]}" -Werror -O1 -c "$tree"/Sources/LuaKernel/*.c)
  for test in "${timed_tests[@]}"; do
    gcc "${kernel_cflags[@]}" -Werror -O1 "$tree/Tests/LuaKernelTests/$test.c" "$out"/*.o "${libs[@]}" -o "$out/$test"
  done
}

# Options of libFuzzer that all targets have. Leaks are looked for at the end: what a target keeps would stop each of its runs.
fuzz_options=(-timeout=10 -rss_limit_mb=3000 -detect_leaks=0 -print_final_stats=1)

# Usage: fuzz_one seconds log corpus program argument…  Runs a target on new inputs, beginning with those of the corpus. What fails
# stays beside the log.
fuzz_one() {
  local seconds=$1 log=$2 corpus=$3
  shift 3
  mkdir -p "${log%.log}"
  # What is new goes into the first folder.
  "$@" -max_total_time="$seconds" "${fuzz_options[@]}" -seed="$UDF_SEED" -artifact_prefix="${log%.log}-" "${log%.log}" "$corpus" \
    >"$log" 2>&1 || {
    tail -n 60 "$log"
    return 1
  }
  echo "$(basename "${log%-found.log}"): $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs"
}

# Usage: fuzz_kernel tree folder seconds. Gives each target of the kernel what nobody has written, for that many seconds.
fuzz_kernel() {
  local tree=$1 out=$2 clang libs source name status=0
  mkdir -p "$out"
  kernel_flags "$tree"
  kernel_compiler
  for source in "$tree"/Tests/LuaKernelTests/fuzz/*_fuzz.c; do
    name=$(basename "$source" _fuzz.c)
    "$clang" "${kernel_cflags[@]}" -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all \
      "$source" "$tree"/Sources/LuaKernel/*.c "${libs[@]}" -o "$out/$name"
    fuzz_one "$3" "$out/$name-found.log" "$tree/Tests/LuaKernelTests/fuzz/corpus/$name" "$out/$name" -max_len=4096 || status=1
  done
  return $status
}

# Usage: build_kernel_tests tree folder flag…  Leaves a program for each test in the folder. SwiftPM has no
# --sanitize=undefined, so the kernel is built here, with the compiler that comes with Swift, which has the sanitizers.
build_kernel_tests() {
  local tree=$1 out=$2 clang libs source
  shift 2
  mkdir -p "$out"
  rm -f "$out"/*.o "$out/kernel.a"
  kernel_flags "$tree"
  kernel_compiler
  local sanitized=(-g -O1 -fno-omit-frame-pointer -fsanitize=address -fsanitize=undefined -fno-sanitize-recover=all)
  (cd "$out" && "$clang" "${kernel_cflags[@]}" "${sanitized[@]}" "$@" -c "$tree"/Sources/LuaKernel/*.c)
  # An archive, because from it comes only what is missing: a test may put its own in the place of a neighbour.
  ar rcs "$out/kernel.a" "$out"/*.o
  for source in "$tree"/Tests/LuaKernelTests/*_test.c; do
    "$clang" "${kernel_cflags[@]}" "${sanitized[@]}" "$@" "$source" "$out/kernel.a" "${libs[@]}" \
      -o "$out/$(basename "$source" .c)"
  done
}
