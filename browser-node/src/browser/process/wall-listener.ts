import { existsSync, openSync, realpathSync } from 'node:fs';
import { isShown } from './shown-folders.js';

/** Descriptor of the channel to our process, in the walled command. */
export const channelDescriptor = 5;
/** The first descriptor after those of the wall. */
const nodeDescriptor = 7;

/** A program that listens in the browser's network, passes the socket out to our process, and starts the browser. */
export interface ListenerProgram {
  /** The arguments before the browser's own command. */
  command: (port: number) => string[];
  /** Open files for the descriptors from 7. */
  files: () => number[];
}

/** A message of Node.js's own channel. It becomes a `message` event with a `net.Server`. */
const message = JSON.stringify({ cmd: 'NODE_HANDLE', type: 'net.Server', msg: 'listening' });

const channelVariables = 'NODE_CHANNEL_FD NODE_CHANNEL_SERIALIZATION_MODE';

/**
 * Packs the structures of sendmsg(2) by hand, for which Perl has no function: https://man7.org/linux/man-pages/man3/cmsg.3.html.
 * Perl itself marks the socket to close at `exec`.
 */
const perlScript = `
my ($port, $sendmsg, $text) = splice @ARGV, 0, 3;
my ($socket, $channel);
socket($socket, 2, 1, 0) && bind($socket, pack('S n a4 x8', 2, $port, "\\x7f\\0\\0\\1")) && listen($socket, 511)
  or die "cannot listen: $!";
my $line = "$text\\n";
my $data = pack('P J', $line, length $line);
my $rights = pack('J i i i x4', 20, 1, 1, fileno $socket);
my $message = pack('J J P J P J J', 0, 0, $data, 1, $rights, length $rights, 0);
syscall($sendmsg + 0, ${channelDescriptor}, $message, 0) > 0 or die "cannot pass the listener: $!";
open($channel, '>&=', ${channelDescriptor}) && close $channel or die "cannot close the channel: $!";
delete @ENV{qw(${channelVariables})};
exec { $ARGV[0] } @ARGV;
die "cannot start $ARGV[0]: $!";
`;

/** The number of sendmsg(2). */
const sendmsgOf: Partial<Record<NodeJS.Architecture, string>> = { x64: '46', arm64: '211' };

/**
 * Takes 2 ms of CPU time, and no process remains beside the browser. Undefined without Perl, or if the wall hides it:
 * `perl` may be a link into another folder.
 */
export const perlListener = (perl = '/usr/bin/perl'): ListenerProgram | undefined => {
  const sendmsg = sendmsgOf[process.arch];
  if (sendmsg === undefined || !existsSync(perl) || !isShown(realpathSync(perl))) return undefined;
  return { command: (port) => [perl, '-e', perlScript, String(port), sendmsg, message], files: () => [] };
};

const nodeScript = `
require('node:net').createServer().listen(+process.argv[1], '127.0.0.1', function () { process.send('listening', this); });
process.once('disconnect', () => process.exit());
`;

/** Starts the listener beside the browser. The outer brackets make it a child of the first process, not of the browser. */
const shellScript = `
("$0" --eval "$1" "$2" 3<&- 4<&- &)
shift 2
unset ${channelVariables}
exec "$@" ${channelDescriptor}<&- ${nodeDescriptor}<&-
`;

let nodeFile: number | undefined;

/**
 * Without Perl: 36 ms of CPU time. Node.js is an open file there: the browser's user may not enter the
 * folders of its path, such as /root.
 */
export const nodeListener: ListenerProgram = {
  command: (port) => ['/bin/sh', '-c', shellScript, `/proc/self/fd/${nodeDescriptor}`, nodeScript, String(port)],
  files: () => {
    nodeFile ??= openSync(process.execPath, 'r');
    return [nodeFile];
  },
};

let program: ListenerProgram | undefined;

export const listenerProgram = (): ListenerProgram => {
  program ??= perlListener() ?? nodeListener;
  return program;
};
