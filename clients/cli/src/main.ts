import { reasonOf } from './output-file.js';
import { run } from './program.js';
import { processTerminal } from './terminal.js';

// A reader such as `head` may leave early. A command that has to close a session first listens to this signal.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  const isLeft = error.code === 'EPIPE';
  if (!isLeft) process.stderr.write(`Error: The output cannot be written: ${reasonOf(error)}.\n`);
  if (!process.emit('SIGPIPE', 'SIGPIPE')) process.exit(isLeft ? 0 : 1);
});

process.exitCode = await run(process.argv.slice(2), processTerminal());
