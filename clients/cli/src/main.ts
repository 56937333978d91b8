import { run } from './program.js';
import { processTerminal } from './terminal.js';

// A reader such as `head` may leave early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await run(process.argv.slice(2), processTerminal());
