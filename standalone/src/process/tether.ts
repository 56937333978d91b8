/**
 * What stands between the supervisor and each part, so that `kill -9` of the supervisor leaves nothing behind, on every
 * system that has a shell: PDEATHSIG is Linux only, and nats-server does not watch a pipe for us.
 *
 * The shell leaves a watcher behind and becomes the program: `$$` is the program's own process id. The watcher reads
 * descriptor 3, whose other end only the supervisor holds. Its end of file means that the supervisor is gone. Then the
 * program is asked to end, and after five seconds its whole process group is killed, the watcher with it. `kill 0` is
 * safe because every part leads a process group of its own, and a group's id stays taken while it has a member.
 * When the program ends first, the supervisor kills the group, and so the watcher.
 */
const script = `
(
  exec >/dev/null 2>&1
  read -r _ <&3
  kill -TERM $$
  n=0
  while kill -0 $$ && [ $n -lt 5 ]; do sleep 1; n=$((n+1)); done
  kill -KILL 0
) &
exec "$@" 3<&-
`;

/** Place of the tether among the child's descriptors. */
export const tetherDescriptor = 3;

/** The command that runs `file` on a tether; to be spawned detached, with a pipe at `tetherDescriptor`. */
export const tethered = (file: string, args: readonly string[]): [file: string, args: string[]] => [
  '/bin/sh',
  ['-c', script, 'tether', file, ...args],
];
