const jumped = 'the clock has jumped';

/** Longer than a request may last. */
const byMs = 100_000;

const program = `
  const now = Date.now;
  process.on('SIGUSR2', () => {
    Date.now = () => now() + ${byMs};
    console.log('${jumped}');
  });
`;

/** Makes a process's clock jump beyond a request's time, while timers stay. */
export const jumpingClock = () => ({
  environment: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(program)}` },
  jumped,
  jump: (pid: number) => void process.kill(pid, 'SIGUSR2'),
});
