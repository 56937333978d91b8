import { run } from './program.js';
import { processTerminal } from './terminal.js';

// A reader such as `head` may leave early. A command that has to close a session first listens to this signal.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  if (!process.emit('SIGPIPE', 'SIGPIPE')) process.exit(0);
});

process.exitCode = await run(process.argv.slice(2), processTerminal());
