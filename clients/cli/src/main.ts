import { run } from './program.js';
import { reasonOf } from './terminal/output-file.js';
import { processTerminal } from './terminal/terminal.js';

// A reader such as `head` may leave early. A command that has to close a session first listens to this signal.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  const isLeft = error.code === 'EPIPE';
  if (!isLeft) process.stderr.write(`Error: The output cannot be written: ${reasonOf(error)}.\n`);
  if (!process.emit('SIGPIPE', 'SIGPIPE')) process.exit(isLeft ? 0 : 1);
});

process.exitCode = await run(process.argv.slice(2), processTerminal());
