import type { Pod } from '@tintype/crds';
import type { Environment } from '@tintype/runtime';
import type { Browser } from '../install/chromium.js';
import { noChromium } from '../install/programs.js';
import type { BrowserWall } from '../install/wall.js';
import { childEnvironment } from '../part-environments.js';
import type { Command } from '../process/child.js';
import type { BrowserVersion } from './browser-version.js';
import type { PodAllocation } from './pod-allocator.js';
import type { PodFiles } from './pod-files.js';

export interface SessionFacts {
  program: string;
  /** The program's start-up snapshot, if this Node.js accepts one. */
  snapshot?: (() => string | undefined) | undefined;
  environment: Environment;
  /** A full Chromium. Without one, pods fail and name the reason. */
  chromium: string | undefined;
  /** The browser of renders, which may be the full one, too. */
  browser: Browser;
  /** The version of the headless shell. */
  shellVersion?: Pick<BrowserVersion, 'current'> | undefined;
  browserWall: BrowserWall;
  examplePort: number | undefined;
  /** Ports of this machine that browsers must never reach. */
  ownPorts: readonly number[];
}

/** Only literal values: references to Secrets and fields need a cluster. */
const podVariables = ({ spec }: Pod): Environment =>
  Object.fromEntries((spec.containers[0]?.env ?? []).map(({ name, value }) => [name, value]));

/** The program of a session's pod. The machine's own values override the variables of the pod. */
export const sessionCommand = (
  facts: SessionFacts,
  pod: Pod,
  { port, egressPort, uid }: PodAllocation,
  files: PodFiles,
): Command => {
  if (!facts.chromium) throw new Error(noChromium);
  // Looks for a snapshot at each start: `make build` may have made a new one.
  const snapshot = facts.snapshot?.();
  return {
    file: process.execPath,
    args: [...(snapshot === undefined ? [] : [`--snapshot-blob=${snapshot}`]), facts.program],
    environment: childEnvironment('session', facts.environment, {
      ...podVariables(pod),
      TINTYPE_NODE_ROLE: 'session',
      TINTYPE_SESSION_HOST: '127.0.0.1',
      TINTYPE_SESSION_PORT: String(port),
      TINTYPE_EGRESS_PORT: String(egressPort),
      TINTYPE_TERMINATION_LOG: files.terminationLog,
      TINTYPE_BROWSER_UID: uid === undefined ? undefined : String(uid),
      ...facts.browser,
      TINTYPE_HEADLESS_SHELL_VERSION: facts.shellVersion?.current,
      TINTYPE_CHROMIUM: facts.chromium,
      TINTYPE_BROWSER_WALL: facts.browserWall,
      TINTYPE_EGRESS_INTERNAL: facts.examplePort === undefined ? undefined : `127.0.0.1:${facts.examplePort}`,
      TINTYPE_OWN_PORTS: facts.ownPorts.join(',') || undefined,
      TMPDIR: files.scratch,
    }),
  };
};
