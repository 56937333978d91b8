export { type Permissions, permissions } from './nats-server/permissions.js';
