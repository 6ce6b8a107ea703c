#!/bin/sh
# Installs what is missing to build, run and test attention-lab, with the system's own package
# manager. Silent when nothing is missing. It changes nothing else and downloads nothing itself.

set -u

usage='Usage: ./setup.sh [--dry-run] [--lint] [--export] [--bench]

Installs what is missing to build, run and test attention-lab.

  --dry-run   print the commands that would run, and nothing else
  --lint      also install what .ci/run needs: clang, clang-format, clang-tidy
  --export    also install what the tests of lab/export_weights.py need: Python with PyTorch
  --bench     also install what the benchmark measures with and against: Google Benchmark, oneDNN,
              Python with PyTorch
  --help      print this text'

# The oldest CMake that knows workflow presets.
cmake_needed=3.25

# A line a need: the command that shows it is there (- for a library: only the package manager
# knows), then its package for apt, dnf, pacman and brew (- where there is nothing to install).
needs='
g++         g++                 gcc-c++             gcc            -
cmake       cmake               cmake               cmake          cmake
ninja       ninja-build         ninja-build         ninja          ninja
pkg-config  pkg-config          pkgconf-pkg-config  pkgconf        pkgconf
-           libcli11-dev        cli11-devel         cli11          cli11
-           libfmt-dev          fmt-devel           fmt            fmt
-           nlohmann-json3-dev  json-devel          nlohmann-json  nlohmann-json
-           libhwy-dev          highway-devel       highway        highway
-           libpcre2-dev        pcre2-devel         pcre2          pcre2
-           libutf8proc-dev     utf8proc-devel      libutf8proc    utf8proc
-           nettle-dev          nettle-devel        nettle         nettle
-           libcurl4-openssl-dev  libcurl-devel     curl           curl
-           catch2              catch-devel         catch2         catch2'
lint_needs='
clang++       clang            clang              clang        llvm
clang-format  clang-format     clang-tools-extra  clang        llvm
clang-tidy    clang-tidy       clang-tools-extra  clang        llvm
-             libclang-rt-dev  compiler-rt        compiler-rt  -'
export_needs='
python3  python3        python3        python          python
-        python3-torch  python3-torch  python-pytorch  pytorch'
# PyTorch of apt takes any BLAS, and the reference one is many times slower than OpenBLAS.
bench_needs="$export_needs"'
-        libopenblas0-pthread  -                       -               -
-        libdnnl-dev           onednn-devel            onednn          onednn
-        libbenchmark-dev      google-benchmark-devel  benchmark       google-benchmark'

fail() { # MESSAGE [HINT]
    echo "error: $1" >&2
    [ $# -lt 2 ] || echo "hint: $2" >&2
    exit 1
}

has() { command -v "$1" >/dev/null 2>&1; }

older() { # VERSION NEEDED: true if the first is older; only major.minor counts
    major=${1%%.*} minor=${1#*.} minor=${minor%%.*}
    [ "$major" -lt "${2%%.*}" ] || { [ "$major" -eq "${2%%.*}" ] && [ "$minor" -lt "${2#*.}" ]; }
}

require_cmake() { # VERSION WHERE
    case $1 in [0-9]*.[0-9]*) ;; *) return 0 ;; esac
    older "$1" "$cmake_needed" || return 0
    fail "CMake $cmake_needed or newer is needed, $2 is $1" \
        "'pip install cmake', 'snap install --classic cmake' or apt.kitware.com have a newer one"
}

# Which of the given packages are there, one a line.
installed() {
    case $manager in
    apt) dpkg-query -W -f='${db:Status-Status} ${Package}\n' "$@" 2>/dev/null |
        sed -n 's/^installed //p' ;;
    dnf) rpm -q --queryformat '%{NAME}\n' "$@" ;;
    pacman) pacman -Qq "$@" 2>/dev/null ;;
    brew) for package; do [ ! -d "$(brew --prefix)/opt/$package" ] || echo "$package"; done ;;
    esac
}

# The packages of the needs that are not met, in the order of the table.
missing() {
    packages=
    while read -r command apt dnf pacman brew; do
        [ -n "$command" ] || continue
        case $manager in
        apt) package=$apt ;;
        dnf) package=$dnf ;;
        pacman) package=$pacman ;;
        brew) package=$brew ;;
        esac
        [ "$package" != - ] || continue
        [ "$command" = - ] || ! has "$command" || continue
        case " $packages " in *" $package "*) ;; *) packages="$packages $package" ;; esac
    done <<END
$1
END
    # shellcheck disable=SC2086 # a list of names
    there=$([ -z "$packages" ] || installed $packages)
    list=
    for package in $packages; do
        case "
$there
" in *"
$package
"*) ;; *) list="$list $package" ;; esac
    done
    echo "${list# }"
}

dry_run=
for argument; do
    case $argument in
    --dry-run) dry_run=yes ;;
    --lint) needs="$needs$lint_needs" ;;
    --export) needs="$needs$export_needs" ;;
    --bench) needs="$needs$bench_needs" ;;
    --help)
        echo "$usage"
        exit 0
        ;;
    *)
        echo "error: unknown option '$argument';" \
            "--dry-run, --lint, --export, --bench and --help are known" >&2
        exit 2
        ;;
    esac
done

if has cmake; then
    version=$(cmake --version)
    version=${version#cmake version }
    require_cmake "${version%%[!0-9.]*}" "the one installed"
fi

# Each `install` is followed by the names of packages; `refresh` brings the list of packages.
if has apt-get && has dpkg-query; then
    manager=apt
    by_hand='apt-get install'
    refresh='apt-get update -qq'
    install='env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=120'
elif has dnf && has rpm; then
    manager=dnf
    by_hand='dnf install'
    refresh='dnf makecache -q'
    install='dnf install -y -q'
elif has pacman; then
    manager=pacman
    by_hand='pacman -S'
    refresh='pacman -Sy --noconfirm'
    install='pacman -S --needed --noconfirm'
elif has brew; then
    manager=brew
    by_hand='brew install'
    refresh='brew update --quiet'
    install='brew install --quiet'
else
    for tool in g++ cmake ninja pkg-config; do
        has $tool || fail "no $tool, and no package manager that this script knows" \
            "install a C++20 compiler, CMake $cmake_needed, Ninja and pkg-config; CMake fetches the libraries"
    done
    exit 0
fi

packages=$(missing "$needs")
[ -n "$packages" ] || exit 0

# brew refuses to run as root; the others need it.
if [ "$manager" != brew ] && [ "$(id -u)" -ne 0 ]; then
    if [ -z "$dry_run" ] && ! has sudo; then
        fail "packages are missing, and installing them needs root or sudo" \
            "as root: $by_hand $packages"
    fi
    refresh="sudo $refresh"
    install="sudo $install"
fi

if [ -n "$dry_run" ]; then
    echo "$refresh"
    echo "$install $packages"
    exit 0
fi

log=$(mktemp) || fail "cannot write a temporary file"
trap 'rm -f "$log"' EXIT

attempt() {
    # A source that does not answer need not be one that is needed: the installation decides.
    $refresh || true
    # The distribution's own CMake may be too old: said before anything is installed.
    if [ "$manager" = apt ] && ! has cmake; then
        version=$(apt-cache policy cmake | sed -n 's/^ *Candidate: *//p')
        require_cmake "${version#*:}" "the one of this distribution" 2>&3
    fi
    # shellcheck disable=SC2086 # a list of names
    $install $packages
}

echo "installing: $packages" >&2
# Mirrors and networks fail for a moment: one more try.
attempt 3>&2 >"$log" 2>&1 </dev/null || {
    sleep 3
    attempt 3>&2 >"$log" 2>&1 </dev/null
} || {
    reason=$(grep -E '^(E:|[Ee]rror)' "$log" | tail -n 1)
    [ -n "$reason" ] || reason=$(tail -n 1 "$log")
    fail "the packages cannot be installed: $reason" \
        "check the network and the package sources, then try again; by hand: $by_hand $packages"
}
