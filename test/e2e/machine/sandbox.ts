import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeCgroup } from './cgroups.js';

export interface Sandbox {
  folder: string;
  cgroup: string;
}

const cleanerProgram = fileURLToPath(new URL('./cleaner-main.js', import.meta.url));

/**
 * The first process in the namespaces; it reaps all others. Fixed paths of programs are redirected: /run (sockets, locks,
 * network namespaces) to memory, /var to the run's folder. A kubelet sets some kernel parameters for the whole machine: here it
 * finds files with the values that it wants.
 */
const firstProcess = `
set -e
mount --make-rshared /
mount -t tmpfs -o mode=0755 tmpfs /run
mkdir -p "$1/var/upper" "$1/var/work" "$1/tmp"
mount -t overlay overlay -o "lowerdir=/var,upperdir=$1/var/upper,workdir=$1/var/work" /var
while read -r name value; do
  test -e "/proc/sys/$name" || continue
  file="$1/kernel-$(echo "$name" | tr / -)"
  echo "$value" >"$file"
  mount --bind "$file" "/proc/sys/$name"
done <<END
kernel/keys/root_maxbytes 25000000
kernel/keys/root_maxkeys 1000000
kernel/panic 10
kernel/panic_on_oops 1
vm/overcommit_memory 1
vm/panic_on_oom 0
END
export TMPDIR="$1/tmp"
shift
"$@" && code=0 || code=$?
exit "$code"
`;

const startCleaner = (folder: string): ChildProcess =>
  spawn(process.execPath, [cleanerProgram, folder], { stdio: ['pipe', 'inherit', 'inherit'], detached: true });

const clean = async (cleaner: ChildProcess): Promise<void> => {
  const over = once(cleaner, 'exit');
  cleaner.stdin?.end();
  const [code] = await over;
  if (code !== 0) throw new Error('cannot clean up the machine: see above');
};

const enter = (folder: string, command: readonly string[]): ChildProcess => {
  const apart = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const args = [...apart, 'sh', '-c', firstProcess, 'first', folder, ...command];
  return spawn('unshare', args, { stdio: ['ignore', 'inherit', 'inherit'] });
};

/**
 * Runs a command in its own network, mount and process namespaces. Its last arguments are its own folder and control
 * group. The kernel ends all its processes, links, rules and mounts with the namespaces, even after a crash of ours.
 * The cleaner removes the rest. Returns the exit code.
 */
export const runApart = async (command: readonly string[]): Promise<number> => {
  const folder = mkdtempSync(join(tmpdir(), 'tintype-e2e-'));
  const cleaner = startCleaner(folder);
  let stopped = false;
  const stop = () => {
    stopped = true;
    cleaner.stdin?.end();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  try {
    makeCgroup(basename(folder));
    const inside = enter(folder, [...command, folder, basename(folder)]);
    writeFileSync(join(folder, 'pid'), String(inside.pid));
    const [code] = await once(inside, 'exit');
    return stopped ? 130 : (code ?? 1);
  } finally {
    await clean(cleaner);
  }
};
