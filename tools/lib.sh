# Shared by the scripts of this folder: where things are, and installing what is missing by its Debian name.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf '%s\n' "$*"; }

die() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 2
}

# packages NAME...: installs those that are missing; says nothing when there are none.
packages() {
  local missing=() name
  for name in "$@"; do
    dpkg-query -W -f='${Status}' "$name" 2>/dev/null | grep -q 'install ok installed' || missing+=("$name")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  local sudo=
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || die "these Debian packages are missing: ${missing[*]} (install them as root)"
    sudo=sudo
  fi
  say "installing ${missing[*]}"
  $sudo apt-get update -qq || say "the package lists could not be renewed; trying with those that are here"
  $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null ||
    die "apt could not install ${missing[*]}"
}

# What the library is built with. Swift itself comes from swift.org and must be there.
build_packages=(libzbar-dev libv4l-dev libturbojpeg0-dev libpng-dev libusb-1.0-0-dev libexpat1-dev pkg-config g++)

# What the distribution does not have: zxing-cpp. The library is built without it, and reads fewer symbologies, when it
# cannot be had.
deps() {
  packages cmake make g++ python3 python3-venv ca-certificates
  local prefix=${SCANBEAM_DEPS:-${XDG_CACHE_HOME:-$HOME/.cache}/scanbeam/deps}
  [ -f "$prefix/lib/libZXing.a" ] || say "building zxing-cpp (once, a minute or two)"
  "$root/tools/deps" || say "going on without zxing-cpp: Data Matrix, Aztec, PDF417 and others are not read"
}

need_swift() {
  command -v swift >/dev/null || die "Swift is not on the PATH; install Swift 6.3 or newer from https://www.swift.org/install/linux/"
}

# build PRODUCT...: release build; the compiler's output only when it fails.
build() {
  local log product
  log=$(mktemp)
  for product in "$@"; do
    if ! (cd "$root" && swift build -c release --product "$product" >"$log" 2>&1); then
      cat "$log" >&2
      rm -f "$log"
      die "the build of $product failed"
    fi
  done
  rm -f "$log"
}
