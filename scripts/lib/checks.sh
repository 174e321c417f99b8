# shellcheck shell=bash
# The checks that scripts/test runs. Sourced after setup.sh, with $results naming a file that collects the tests' lines.
# $root and $swift_flags come from setup.sh, $results from scripts/test.
# shellcheck disable=SC2154

# What the checks need beyond a build, as debian-package:homebrew-formula.
# shellcheck disable=SC2034
check_packages=(lua-check:luacheck lua5.4:lua@5.4 shellcheck:shellcheck openssl:openssl nghttp2-server:nghttp2
  "${log_packages[@]}")

# Lua libraries of others that are run in the sandbox, and Debian's packages that have them.
library_packages=(lua-ansicolors lua-argparse lua-basexx lua-binaryheap lua-cliargs lua-dkjson lua-fifo lua-inifile lua-inspect
  lua-luassert lua-mediator lua-messagepack lua-moses lua-penlight lua-say lua-unit lua-uri)
libraries=(MessagePack.lua ansicolors.lua argparse.lua basexx.lua binaryheap.lua cliargs dkjson.lua fifo.lua inifile.lua
  inspect.lua luassert luaunit.lua mediator.lua moses.lua pl say uri uri.lua)

# How long a process of tests may take; the nightly run gives more.
test_limit=35m

# The default linker on Linux prints a warning for each symbol of a sanitizer.
sanitizer_linker=(-Xswiftc -use-ld=lld)
[ "$(uname -s)" = Darwin ] && sanitizer_linker=()

check_format() {
  swift format lint --strict --recursive Package.swift Sources Tests examples
}

check_shell() {
  git ls-files scripts .ci 'examples/*/smoke' | xargs grep -lE '^#!.*bash|shellcheck shell=bash' | xargs shellcheck -x
}

check_lua() {
  luacheck --quiet --codes examples scripts Tests/LuaLibraries Sources/UDFServices/Prelude Sources/UDFLanguage Sources/UDFTooling/Prelude Sources/UDFLog/Redis Sources/HostCommand/Templates
}

check_arrows() {
  local status=0
  scripts/lib/arrows || status=1
  scripts/lib/circles || status=1
  return $status
}

check_sizes() {
  scripts/lib/sizes
}

check_glossary() {
  scripts/lib/glossary
}

# Usage: build log argument…  Runs `swift build` and prints only its errors.
build() {
  local log=$1
  shift
  mkdir -p .build
  swift build "$@" ${swift_flags[@]+"${swift_flags[@]}"} >"$log" 2>&1 && return
  grep -aA 4 'error:' "$log" || tail -n 40 "$log"
  return 1
}

# Usage: run_tests scratch-folder [test-target…]  Runs what is built: each target named in a process of its own, the others in
# one more. In a process the tests run one after the other: no test waits for a thread behind a thousand others, so time limits
# hold and the printed times are the tests' own. Prints only what failed and the sums. A process that takes longer than $test_limit
# is ended, and the test that it was in is named. $configuration is `debug` if it is not set.
run_tests() {
  local binary=("$1/${configuration:-debug}"/*PackageTests.xctest) shard number=0 status=0 running=() pid
  if [ "$(uname -s)" = Darwin ]; then
    # There the tests are a bundle, which only `swift test` can start.
    swift test -c "${configuration:-debug}" --skip-build --disable-xctest --no-parallel --package-path "$(dirname "$1")" --scratch-path "$1" 2>&1 |
      tee -a "$results" | failures_and_sum
    return
  fi
  shift
  for shard in "$@" ""; do
    number=$((number + 1))
    # The last one takes what no other takes.
    local chosen=(${left_out[@]+"${left_out[@]}"} --filter "^($shard)\.")
    [ -n "$shard" ] || chosen=(${left_out[@]+"${left_out[@]}"} --skip "^($(IFS='|' && echo "${*:-none}"))\.")
    timeout --signal=ABRT --kill-after=30 "$test_limit" "${binary[0]}" --testing-library swift-testing --no-parallel \
      "${chosen[@]}" >"$results.$number" 2>&1 </dev/null &
    running+=($!)
  done
  for pid in "${running[@]}"; do wait "$pid" || status=1; done
  for shard in "$results".[0-9]*; do
    failures_and_sum <"$shard"
    # Without a sum the process has ended before its time; its last lines say why.
    grep -qa ' Test run with ' "$shard" || { tail -n 80 "$shard" && unfinished "$shard"; }
    cat "$shard" >>"$results"
    rm "$shard"
  done
  return $status
}

# Usage: unfinished file  Prints the tests that have started and not ended, and the last test case that has started: the file does
# not have the ends of test cases.
unfinished() {
  sed 's/^/Started and not ended: /' <(comm -23 <(sed -nE 's/^◇ Test (.*) started\.$/\1/p' "$1" | grep -av '^case passing ' | sort) \
    <(sed -nE 's/^(✔|✘|━) Test (.*) (passed|failed) after .*/\2/p' "$1" | sort))
  grep -a '^◇ Test case passing ' "$1" | tail -n 1 || true
}

# Prints failures, reports of sanitizers and the sum. A failure may have several lines, and so may the start of a test.
failures_and_sum() {
  awk '
    /^✘ / || /(WARNING|ERROR): [A-Za-z]+Sanitizer: / { shown = 1 }
    /^(◇|✔|━) / { shown = 0 }
    shown || / Test run with /
    /^SUMMARY: / { shown = 0 }'
}

# Usage: slowest file  Prints the ten tests that took longest.
slowest() {
  say "" "The ten slowest tests:"
  sed -nE 's/^✔ Test (.*) passed after ([0-9.]+) seconds\.?$/\2 s  \1/p' "$1" | grep -v ' run with ' |
    sort -rn | sed -n 1,10p >&2
}

# Usage: warnings_of log scratch-folder. Fails if our own code was built with a warning; dependencies may have theirs.
warnings_of() {
  local modules module
  modules=$(sed -nE "s#^$root/(Sources|Tests)/([^/]*)/.*: warning: .*#\2#p" "$1" | sort -u)
  [ -n "$modules" ] || return 0
  for module in $modules; do
    say "There are warnings in $module."
    # A module that is up to date is not compiled again, and would not warn again.
    find "$2/debug/$module.build/" -name '*.o' -delete
  done
  return 1
}

# Usage: sanitized [address|thread]. Sets the build flags and the scratch folder of a kind of build.
sanitized() {
  scratch=.build
  flags=()
  [ -n "${1:-}" ] || return 0
  scratch=.build-$1
  # Reports name lines; a debugger would need more.
  flags=(--sanitize="$1" --scratch-path "$scratch" -Xswiftc -gline-tables-only
    ${sanitizer_linker[@]+"${sanitizer_linker[@]}"})
  # The Swift runtime keeps some memory for good, which the sanitizer would report as leaks.
  export ASAN_OPTIONS="detect_leaks=0:suppressions='$root/scripts/lib/address.suppressions'"
  export TSAN_OPTIONS="suppressions='$root/scripts/lib/thread.suppressions'"
}

# Usage: check_tests [address]. Every test once.
check_tests() {
  local status=0 scratch flags
  sanitized "${1:-}"
  build .build/tests.log --build-tests ${flags[@]+"${flags[@]}"}
  run_tests "$scratch" 'UDFHostTests' 'HostCommandTests' || status=1
  warnings_of .build/tests.log "$scratch" || status=1
  return $status
}

# The library in Swift as its users ship it: without the compiler's own checks, a misuse must be reported all the same.
check_optimised() {
  local configuration=release
  UDF_TEST_TARGETS="UDFTests UDFTestingTests" build .build/optimised.log -c release -Xswiftc -enable-testing \
    --product udfhostPackageTests --scratch-path .build-optimised
  run_tests .build-optimised
}

# An app of one feature over UDF: its test passes, and its debug build stays within the limit.
check_one_feature() {
  Tests/OneFeature/measure
}

check_kernel() {
  local out=$root/.build/kernel-tests building plain=()
  build_kernel_tests "$root" "$out" -Werror &
  building=$!
  # A second compiler finds other mistakes.
  if command -v gcc >/dev/null; then
    build_plain_tests "$root" "$out/plain"
    plain=("${timed_tests[@]/#/plain/}")
  fi
  wait $building
  # One on each processor; what each prints stays together.
  # shellcheck disable=SC2016
  (cd Tests/LuaKernelTests && printf '%s\n' *_test.c ${plain[@]+"${plain[@]}"}) |
    xargs -n 1 -P "$(getconf _NPROCESSORS_ONLN)" sh -c '
      text=$("$0/${1%.c}" 2>&1)
      status=$?
      printf "%s: %s\n" "${1%.c}" "$text"
      exit $status' "$out"
}

# What only bytes do that nobody has written: 10 minutes in all.
check_fuzz() {
  local status=0
  fuzz_kernel "$root" "$root/.build/fuzz" 120 || status=1
  # A Mac links libFuzzer otherwise.
  [ "$(uname -s)" = Linux ] || return $status
  fuzz_readers "$root/.build/fuzz" 50 || status=1
  return $status
}

# Usage: fuzz_readers folder seconds. The same for each reader of bytes in Swift. Tests/Fuzzing calls libFuzzer itself, because SwiftPM
# gives each program a main function.
fuzz_readers() {
  local out=$1 name library status=0
  library=$(swift -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')/clang/lib/linux
  library=$library/libclang_rt.fuzzer_no_main-$(uname -m).a
  UDF_FUZZ=1 build .build/fuzzing.log --product Fuzzing --scratch-path .build-fuzz --sanitize=address -Xswiftc -gline-tables-only \
    -Xswiftc -sanitize-coverage=edge,inline-8bit-counters,pc-table,trace-cmp "${sanitizer_linker[@]}" \
    -Xlinker "$library" -Xlinker -lstdc++
  for name in Tests/Fuzzing/Corpus/*; do
    name=$(basename "$name")
    ASAN_OPTIONS=detect_leaks=0 fuzz_one "$2" "$out/$name-found.log" "Tests/Fuzzing/Corpus/$name" \
      .build-fuzz/debug/Fuzzing "$name" || status=1
  done
  return $status
}

# Libraries of others do in each phase what Lua.md says. Needs a binary of check_tests.
check_libraries() {
  local app library from
  [ "$(uname -s)" = Linux ] || return 0
  need_debian_packages "${library_packages[@]}"
  app=$(mktemp -d)
  cp Tests/LuaLibraries/*.lua "$app"
  for library in "${libraries[@]}"; do
    for from in /usr/share/lua/5.4 /usr/share/lua/5.3 /usr/share/lua/5.2 /usr/share/lua/5.1; do
      [ -e "$from/$library" ] && break
    done
    # Links of Debian lead out of the folder.
    cp -RL "$from/$library" "$app"
  done
  diff -u Tests/LuaLibraries/expected \
    <(.build/debug/udfhost "$app" --data "$app/data" -e 'libraries.try()' -e 'settle()' -f "$app/results.lua" 2>&1)
  rm -r "$app"
}

# Usage: check_examples [address]. The tests of the examples pass, `udfhost check` finds nothing, and what each smoke script
# prints equals the file beside it. Recorded sessions replay to the same changes.
check_examples() {
  local app smoke session failed=0 scratch flags binary
  sanitized "${1:-}"
  binary=$scratch/debug/udfhost
  # A binary that an earlier run has left must not stand in for this one.
  build .build/udfhost.log --product udfhost ${flags[@]+"${flags[@]}"}
  build .build/userserver.log --package-path examples/userserver
  build .build/feedserver.log --package-path examples/feedserver --build-tests
  run_tests examples/feedserver/.build || failed=1
  build .build/casestudies.log --package-path examples/casestudies --build-tests
  run_tests examples/casestudies/.build || failed=1
  "$binary" test examples || failed=1
  for app in examples/*/app.lua examples/*/app/app.lua; do
    printf '%s: ' "$app"
    "$binary" check "$app" || failed=1
  done
  # Sessions that earlier versions have recorded make the same changes. One that must change is recorded again, with --record.
  for session in examples/*/session.ndjson; do
    printf '%s: ' "$session"
    "$binary" replay "$(dirname "$session")/app.lua" "$session" || failed=1
  done
  for smoke in examples/*/smoke; do
    [ "$smoke" = examples/embedded/smoke ] || check_smoke "$smoke" "$binary" || failed=1
  done
  return $failed
}

# 1,000 idle live streams cost the optimised feed server at most 50 MB.
check_idle_streams() {
  [ "$(uname -s)" = Linux ] || return 0
  build_release feedserver examples/feedserver
  scripts/lib/idle-streams "$binary"
}

# Usage: check_embedded [debug]. The package is built optimised, as its users build it, or in half the time.
check_embedded() {
  CONFIGURATION=${1:-release} check_smoke examples/embedded/smoke || return 1
  check_traitless "${1:-release}"
}

# Usage: check_traitless configuration. The embedded package leaves out all traits: UDFInspector still compiles there, and
# neither the web server nor the files of the page are built.
check_traitless() {
  local folder=examples/embedded/.build built
  build "$folder/traitless.log" -c "$1" -debug-info-format none --package-path examples/embedded --target UDFInspector ||
    return 1
  # SwiftPM makes a folder for each target, also for those that it does not build.
  built=$(find "$folder/$1/" -name '*.o' \( -path '*/FlyingSocks.build/*' -o -path '*/InspectorFiles.build/*' \))
  [ -z "$built" ] || {
    echo "examples/embedded has no trait, and these were built:" "$built"
    return 1
  }
}

# Usage: check_smoke smoke [udfhost]. What the script prints equals the file beside it, and the sessions that it runs replay to
# the same changes.
check_smoke() {
  local session sessions command=()
  sessions=$(mktemp -d)
  [ $# -lt 2 ] || command=("$PWD/scripts/lib/recording")
  diff -u "$1.expected" \
    <(UDFHOST=${2:-} SESSIONS=$sessions SWIFT_FLAGS=${swift_flags[*]-} "$1" ${command[@]+"${command[@]}"} 2>&1 || echo "exit $?") || return 1
  for session in "$sessions"/*.session; do
    [ ! -e "$session" ] || "$2" replay "$(cat "$session.app")" "$session" >"$session.out" 2>&1 || {
      echo "$1: a session does not replay to the same changes:"
      cat "$session.out"
      return 1
    }
  done
  rm -r "$sessions"
  echo "$1: ok"
}

# Suites that kill processes of their own. What matters there are files, which the address sanitizer's run has covered.
killing=(UDFSyncTests.KilledWriterTests UDFSyncTests.SharedCacheTests UDFLogTests.ChaosTests UDFLogTests.FailoverTests)

# Tests with messages of many MiB, in which no threads meet: this sanitizer takes minutes for each message.
large=(UDFInspectorTests.SizeTests/standard)

# Tests in which a signal stops a script that loops. The thread sanitizer holds the signal back until the thread calls the C
# library, which such a script never does.
endless=(
  HostCommandTests.ExitCodeTests/interrupted HostCommandTests.TerminalTests/interruptScript
  LuaRuntimeTests.SandboxTests/budget
  UDFHostTests.BrokenSaveTests/keepsRunning UDFHostTests.EffectTests/loops UDFHostTests.InterruptTests
  UDFHostTests.MigrationTests/newer UDFHostTests.PreviewTests/endless UDFHostTests.RowTests/stopped
  UDFHostTests.ScreenTests/broken UDFHostTests.SessionTests/stopped UDFHostTests.TwoHostsTests/threads
  UDFHostTests.UnrulyEffectTests/budgetInAll UDFHostTests.UnrulyReducerTests/loops
  UDFHostTests.UnrulyReducerTests/interrupted UDFHostTests.ViewTests/fails UDFInspectorTests.RequestTests/interrupt
  UDFToolingTests.PropertyTests/endless UDFToolingTests.TestFileTests/loop UDFToolingTests.TestWorkersTests/unruly
)

# The suites in which several threads meet. Of Lua only what no budget has to stop: this sanitizer holds signals back while a
# script loops, and a signal stops the script.
check_threads() {
  local scratch flags left_out
  left_out=(--skip "^($(IFS='|' && echo "${killing[*]}|${large[*]}|${endless[*]}"))\\b")
  sanitized thread
  UDF_TEST_TARGETS="UDFTests UDFTestingTests FileWatchingTests UDFNetworkTests UDFSyncTests UDFLogTests UDFHostThreadTests UDFInspectorTests" \
    build .build/threads.log --product udfhostPackageTests "${flags[@]}"
  run_tests "$scratch" 'UDFHostThreadTests|UDFTests|UDFTestingTests|UDFNetworkTests|FileWatchingTests'
}

# All suites under the thread sanitizer, as large as in the daily run: an event of the storm takes 10 ms here.
check_all_threads() {
  local scratch flags left_out
  left_out=(--skip "^($(IFS='|' && echo "${endless[*]}"))\\b")
  sanitized thread
  unset UDF_NIGHTLY
  build .build/all-threads.log --build-tests "${flags[@]}"
  run_tests "$scratch" 'UDFHostTests' 'HostCommandTests'
}
