import {
  EgressProxy,
  egressSwitches,
  findBubblewrap,
  type LaunchOptions,
  launchBrowser,
  wallProxyPort,
} from '@tintype/browser-node/testing';
import { createEgressGuard, createResolver, parseAllowList } from '@tintype/runtime';
import { fullChromium, headlessShell } from '../browser-node/guarded-browser.js';

const nobody = 65_534;

/** The proxy of walled browsers, which may reach the addresses of `allow`. */
export const startWall = (allow = '') => {
  const guard = createEgressGuard({
    allow: parseAllowList(allow),
    ownPorts: () => [],
    internal: [],
    resolver: createResolver({}),
  });
  const proxy = new EgressProxy({ guard });
  const wall = (proc: 'own' | 'shared' = 'own'): LaunchOptions['wall'] => ({
    program: findBubblewrap() ?? 'bwrap',
    proc,
    serve: (listener) => proxy.serve(listener),
  });
  return { wall, close: () => proxy.close() };
};

/** A real browser, as production launches it: a full Chromium as that of a session. */
export const launchWalled = (full: boolean, wall: LaunchOptions['wall']) =>
  launchBrowser({
    binary: full ? fullChromium : headlessShell,
    full,
    role: full ? 'session' : 'render',
    uid: process.getuid?.() === 0 ? nobody : undefined,
    switches: egressSwitches(wallProxyPort),
    wall,
  });
