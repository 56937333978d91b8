/** What hostile code in a browser's place tries, as an expression of Node.js with `aim`, the place outside, in scope. */
export interface WallAttack {
  class: 'read' | 'write' | 'signal and watch' | 'connect';
  name: string;
  /** Succeeds if it returns anything but `undefined`; may throw. */
  script: string;
  stoppedBy: keyof typeof wallDefences;
  /** Whether the attack succeeds without a wall, as the same user. */
  succeedsWithoutWall: boolean;
  /** Whether it succeeds where the wall shares /proc with its container. */
  succeedsInSharedProc: boolean;
}

export const wallDefences = {
  files: 'its mount namespace has no such file',
  readOnly: 'it is mounted read-only',
  processes: 'its PID namespace has no such process',
  network: 'its network namespace has only the proxy',
  host: 'its UTS namespace has another name',
  guard: 'the proxy refuses the address',
  environment: 'it gets an environment of its own',
  descriptors: 'it inherits no open file of ours',
} as const;

/** The place outside, as the attacker knows it. */
export interface WallAim {
  /** Our process, its parent. */
  pid: number;
  /** A file that every user may read, and another browser's profile. */
  file: string;
  profile: string;
  /** A service on loopback, an abstract socket, a socket file, and a UDP port. */
  port: number;
  address: string;
  abstract: string;
  socket: string;
  udp: number;
  /** A file in /dev/shm. */
  shared: string;
  /** The targets of our open sockets, as /proc names them. */
  descriptors: readonly string[];
  secret: string;
}

type Case = [name: string, script: string, stoppedBy: WallAttack['stoppedBy'], succeedsWithoutWall?: false];

/** Every user of a container may know its name, and list its processes and their commands. */
const seenInSharedProc = new Set(["the machine's name", "another process's command line", 'a list of all processes']);

const ofClass = (name: WallAttack['class'], cases: readonly Case[]): WallAttack[] =>
  cases.map(([attack, script, stoppedBy, succeedsWithoutWall = true]) => ({
    class: name,
    name: attack,
    script,
    stoppedBy,
    succeedsWithoutWall,
    succeedsInSharedProc: seenInSharedProc.has(attack),
  }));

const reads = (path: string) => `fs.readFileSync(${path}, 'utf8')`;

export const wallAttacks: readonly WallAttack[] = [
  ...ofClass('read', [
    ['a file of ours that every user may read', reads('aim.file'), 'files'],
    ["another browser's profile of the same user", reads("aim.profile + '/Cookies'"), 'files'],
    ['/etc/passwd', reads("'/etc/passwd'"), 'files'],
    ['home folders', "fs.readdirSync('/home')", 'files'],
    [
      'sockets and tokens below /run and /var',
      "fs.readdirSync('/run').find((name) => name !== 'listener') ?? fs.readdirSync('/var/lib')[0]",
      'files',
    ],
    ["a file in the machine's /dev/shm", reads('aim.shared'), 'files'],
    ['network interfaces in /sys', "fs.readdirSync('/sys/class/net')", 'files'],
    ['our environment in /proc', reads("'/proc/' + aim.pid + '/environ'"), 'processes'],
    [
      'a secret in its own environment',
      'Object.values(process.env).find((value) => value.includes(aim.secret))',
      'environment',
      false,
    ],
    ["the machine's name", "os.hostname() === 'browser' ? undefined : os.hostname()", 'host'],
  ]),
  ...ofClass('write', [
    ['a file beside its profile', "fs.writeFileSync(aim.profile + '/planted', 'x') ?? 'written'", 'files'],
    ['its own program', "fs.appendFileSync(process.argv[1], 'x') ?? 'written'", 'readOnly'],
    ['programs of the machine', "fs.writeFileSync('/usr/bin/planted', 'x') ?? 'written'", 'readOnly', false],
  ]),
  ...ofClass('signal and watch', [
    ['our process', 'process.kill(aim.pid, 0)', 'processes'],
    ["another process's command line", reads("'/proc/' + aim.pid + '/cmdline'"), 'processes'],
    ["another process's open files", "fs.readlinkSync('/proc/' + aim.pid + '/fd/0')", 'processes'],
    [
      'a list of all processes',
      "fs.readdirSync('/proc').map(Number).find((pid) => pid > 1000 && pid !== process.pid)",
      'processes',
    ],
    [
      'an open connection of ours',
      "fs.readdirSync('/proc/self/fd').map((fd) => { try { return fs.readlinkSync('/proc/self/fd/' + fd); } catch { return ''; } }).find((link) => aim.descriptors.includes(link))",
      'descriptors',
      false,
    ],
  ]),
  ...ofClass('connect', [
    ["a port on the machine's loopback", "connect({ host: '127.0.0.1', port: aim.port })", 'network'],
    ['the same over IPv6', "connect({ host: '::ffff:127.0.0.1', port: aim.port })", 'network'],
    ['an address of the machine', 'connect({ host: aim.address, port: aim.port })', 'network'],
    ['an abstract socket', "connect({ path: '\\0' + aim.abstract })", 'network'],
    ['a socket file', 'connect({ path: aim.socket })', 'files'],
    ['a UDP port', 'sendUdp(aim.udp)', 'network'],
    ['a port on loopback through the proxy', 'tunnel(aim.port)', 'guard', false],
    ['an address outside without the proxy', "connect({ host: '192.0.2.1', port: 80 })", 'network', false],
  ]),
];
