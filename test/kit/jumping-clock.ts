/** What the process says once its clock has jumped. */
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

/** A clock for a process, which goes on by more than a request's time at once: timers have not run out yet. */
export const jumpingClock = () => ({
  environment: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(program)}` },
  jumped,
  jump: (pid: number) => void process.kill(pid, 'SIGUSR2'),
});
