export { permissions } from './nats-server/permissions.js';
