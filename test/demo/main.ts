/** `make demo`: the small web application of docs/walkthrough.md. */
import { createServer } from 'node:http';
import { login, orderApplication } from './order-application.js';

const port = Number(process.argv[2] ?? 8090);
createServer(orderApplication()).listen(port, '127.0.0.1', () => {
  process.stdout.write(
    `http://127.0.0.1:${port}/ takes ${login.email} with the password ${login.password}; Ctrl-C ends it\n`,
  );
});
