#!/usr/bin/env bash
# Runs the script of "parlens whatif --job slurm" on a real Slurm of one node, which it starts by itself (no systemd), and
# compares what its four tasks write with what one run writes, for a hundred thousand points.
#
#   cmd/parlens/test/slurm.sh
#
# Needs bash, go and root; installs slurmctld, slurmd, slurm-client and munge with apt if they are missing. Nothing is
# written into the source tree.
set -euo pipefail

root=$(cd "$(dirname "$0")/../../.." && pwd)
"$root/tools/install-packages" slurmctld slurmd slurm-client munge
work=$(mktemp -d "${TMPDIR:-/tmp}/parlens-slurm.XXXXXX")
chmod 755 "$work"
started=()
finish() {
  status=$?
  for p in "${started[@]}"; do kill "$p" 2>/dev/null || true; done
  wait 2>/dev/null || true
  if [ "$status" = 0 ]; then rm -rf "$work"; else echo "slurm: left for inspection: $work" >&2; fi
}
trap finish EXIT

# await WHAT COMMAND...: until the command succeeds, at most five minutes.
await() {
  local what=$1 last=$((SECONDS + 300))
  shift
  until "$@" >/dev/null 2>&1; do
    [ $SECONDS -lt $last ] || { echo "slurm: waited in vain until $what" >&2; tail -n 5 "$work"/*.log >&2 || true; exit 1; }
    sleep 0.3
  done
}

(cd "$root" && go build -o "$work/parlens" ./cmd/parlens)

mkdir "$work/state" "$work/spool" "$work/munge"
dd if=/dev/urandom of="$work/munge/key" bs=64 count=1 status=none
chmod 400 "$work/munge/key"
munged --foreground --force --key-file="$work/munge/key" --socket="$work/munge/socket" --pid-file="$work/munge/pid" \
  --seed-file="$work/munge/seed" --log-file="$work/munge.log" &
started+=($!)
await "munged answers" munge --socket="$work/munge/socket" -n

port=$((20000 + $$ % 20000))
host=$(hostname -s)
cat >"$work/slurm.conf" <<CONF
ClusterName=parlens
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SwitchType=switch/none
MpiDefault=none
SchedulerType=sched/builtin
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF=$work/slurm.conf
slurmctld -D -i -L "$work/slurmctld.log" &
started+=($!)
slurmd -D -N "$host" -L "$work/slurmd.log" &
started+=($!)
idle() { sinfo -h -o %t | grep -q '^idle$'; }
await "the node is idle" idle

cd "$work"
export PATH=$work:$PATH
sweep=("$root/testdata/suite/pi.f90" -m ipsc860 --over P=1..10 --over bandwidth=1000000..10999000:1000)
parlens whatif "${sweep[@]}" --job slurm --tasks 4 >job.sh
parlens whatif "${sweep[@]}" --format csv >one.csv 2>one.log
sbatch job.sh
gone() { [ -z "$(squeue -h)" ]; }
await "the tasks have ended" gone
await "all parts are there" test -e part-1.csv -a -e part-2.csv -a -e part-3.csv -a -e part-4.csv
parlens merge part-*.csv >all.csv
cmp one.csv all.csv
[ "$(wc -l <all.csv)" = 100001 ] || { echo "slurm: $(wc -l <all.csv) lines" >&2; exit 1; }
echo "slurm: $(($(wc -l <all.csv) - 1)) points of four tasks are those of one run (${SECONDS} s)"
