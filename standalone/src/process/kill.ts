/** Of a process, or of a group by its negative id: at once, and without a word where it has ended already. */
export const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
};
