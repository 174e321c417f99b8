# shellcheck shell=bash
# What every script here needs: a place to say things, the packages of the system, a Swift toolchain and a release
# build. Sourced, never run. All of it talks on stderr, because stdout belongs to the program that is run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# Flags for every `swift build` and `swift test`; only a Mac needs some.
swift_flags=()
# Release builds have no debug information, which makes them smaller and quicker to build, and contain the Swift runtime: they
# start faster and run without a toolchain. On a Mac the runtime is part of the system.
release_flags=(-c release -debug-info-format none)
[ "$(uname -s)" = Darwin ] || release_flags+=(--static-swift-stdlib)

# What a build needs, as debian-package:homebrew-formula. Used by the scripts that source this.
# shellcheck disable=SC2034
build_packages=(
  pkg-config:pkgconf liblua5.4-dev:lua@5.4 libreadline-dev:readline libsqlite3-dev:sqlite libcurl4-openssl-dev:curl
  libhiredis-dev:hiredis libpq-dev:libpq
)

# The servers of shared logs, which tests and benchmarks start on free ports.
# shellcheck disable=SC2034
log_packages=(redis-server:redis postgresql:postgresql@17)

# The browser in which the inspector is tested. Homebrew has it as casks, so on a Mac these tests run only if both are installed.
# shellcheck disable=SC2034
browser_packages=()
# shellcheck disable=SC2034
[ "$(uname -s)" = Darwin ] || browser_packages=(chromium chromium-driver)

say() { printf '%s\n' "$@" >&2; }

die() {
  say "$@"
  exit 1
}

# Usage: need_packages debian-package:homebrew-formula…
need_packages() {
  case $(uname -s) in
    Darwin) need_formulas "${@#*:}" ;;
    *) need_debian_packages "${@%%:*}" ;;
  esac
}

need_debian_packages() {
  local installed missing=() package
  command -v dpkg-query >/dev/null ||
    die "This script installs packages on Debian and macOS only." "  Here, install the equivalents of: $*"
  installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null) || true
  for package; do
    grep -qxF "installed $package" <<<"$installed" || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return

  local install=(env DEBIAN_FRONTEND=noninteractive apt-get)
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null ||
      die "Missing packages, and neither root nor sudo to install them with." "  As root: apt-get install ${missing[*]}"
    install=(sudo "${install[@]}")
  fi
  say "Installing ${missing[*]}"
  # A failed update is no reason to stop: the lists at hand may do, and if they do not the install says so.
  "${install[@]}" update -q </dev/null >&2 || true
  "${install[@]}" install -y -q --no-install-recommends "${missing[@]}" </dev/null >&2 ||
    die "apt-get could not install: ${missing[*]}"
}

need_formulas() {
  local missing=() formula
  command -v brew >/dev/null || die "Homebrew is needed to install: $*" "  Get it from https://brew.sh"
  for formula; do
    brew list --versions "$formula" >/dev/null || missing+=("$formula")
  done
  if [ ${#missing[@]} -gt 0 ]; then
    say "Installing ${missing[*]}"
    brew install "${missing[@]}" </dev/null >&2 || die "brew could not install: ${missing[*]}"
  fi
  # The compiler does not find them by itself: all but hiredis are keg-only.
  local lua curl readline postgresql hiredis
  lua=$(brew --prefix lua@5.4)
  curl=$(brew --prefix curl)
  readline=$(brew --prefix readline)
  postgresql=$(brew --prefix libpq)
  hiredis=$(brew --prefix hiredis)
  export PKG_CONFIG_PATH="$lua/lib/pkgconfig:$curl/lib/pkgconfig:$postgresql/lib/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"
  swift_flags=(-Xcc "-I$readline/include" -Xlinker "-L$readline/lib" -Xcc "-I$hiredis/include" -Xlinker "-L$hiredis/lib")
}

need_swift() {
  local version
  command -v swift >/dev/null ||
    die "Swift 6.1 or newer is needed, and there is no swift on the PATH." "  Get it from https://www.swift.org/install"
  version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1)
  printf '6.1\n%s\n' "${version:-0}" | sort -CV ||
    die "Swift 6.1 or newer is needed, and this is ${version:-not telling its version}: $(command -v swift)" \
      "  Get it from https://www.swift.org/install"
}

# Usage: build_inputs folder. What a build is made from: the names of the sources (a deleted file is no newer than
# anything) and the toolchain.
build_inputs() {
  ls -liL "$(command -v swift)"
  (cd "$1" && find Package.swift Sources | LC_ALL=C sort)
}

# Usage: build_release product [folder]. Leaves the path of the binary in $binary. The folder of the package is below the
# root; by default it is the root. SwiftPM takes about half a second to find
# that there is nothing to do, which is felt at every start; asking the file system takes a hundredth of it.
build_release() {
  local product=$1 package=$root${2:+/$2} stamp inputs
  stamp=$package/.build/$product.stamp
  binary=$package/.build/release/$product
  inputs=$(build_inputs "$package" 2>&1) || true
  if [ -x "$binary" ] && [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$inputs" ] &&
    [ -z "$(cd "$package" && find Package.swift Sources -type f -cnewer "$stamp" -print | head -n 1)" ]; then
    return
  fi
  need_swift
  say "Building $product (release; the first time takes some minutes)"
  mkdir -p "$package/.build"
  rm -f "$stamp"
  # Written before the build starts, so that a file saved while it runs counts as newer.
  printf '%s\n' "$inputs" >"$stamp.new"
  swift build --package-path "$package" "${release_flags[@]}" --product "$product" \
    ${swift_flags[@]+"${swift_flags[@]}"} </dev/null >&2 || die "The build failed."
  mv "$stamp.new" "$stamp"
}
