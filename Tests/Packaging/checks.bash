# Sourced by the tests beside it: `check NAME COMMAND...` says `ok NAME` or `not ok NAME` by the command's exit status,
# and `status`, the exit status of the whole, remembers.
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit
status=0

check() {
    local name=$1
    shift
    if "$@"; then
        echo "ok $name"
    else
        echo "not ok $name"
        # shellcheck disable=SC2034 # the tests end with it
        status=1
    fi
}
