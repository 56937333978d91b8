export { signedImageUrl } from './banner.js';
export { readBinaries } from './config.js';
export { askRunning, type Lock, type RunningState, takeLock } from './data-folder/lock.js';
export { ensureBrowser } from './install/chromium.js';
export { type Installer, onPath, runOnTerminal } from './install/installer.js';
export { ensureNatsServer } from './install/nats-server.js';
export { LocalNode, type LocalNodeOptions } from './local-node/local-node.js';
export { MemoryGroup } from './local-node/memory-group.js';
export { type PodAllocation, PodAllocator, podPortsOf } from './local-node/pod-allocator.js';
export { PodFiles } from './local-node/pod-files.js';
export { type SessionFacts, sessionCommand } from './local-node/session-command.js';
export {
  makePasswords,
  maxFileStore,
  maxPayload,
  natsConfiguration,
  natsUrl,
  type Passwords,
} from './nats-server/configuration.js';
export { type Login, logins } from './nats-server/permissions.js';
export { type Child, type Command, type Exit, startChild } from './process/child.js';
export { freePorts } from './process/free-ports.js';
export { Part, type PartOptions, StartFailure } from './process/part.js';
export { PartLog } from './process/part-log.js';
export { toolsFolder } from './repository.js';
