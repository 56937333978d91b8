/** A node as a process that tests can kill: `node local-node-process.js <NATS url> <folder>`. */
import { openObjects } from '../nats/jetstream-engine.js';
import { makeNode } from './local-node-stage.js';

const [, , url = '', folder = ''] = process.argv;
const { store } = await openObjects(new URL(url));
const node = await makeNode({ store, folder });
await node.start();
process.stdout.write('started\n');
