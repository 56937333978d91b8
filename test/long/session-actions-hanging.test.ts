import { describe } from 'node:test';
import { startActing } from '../kit/browser-node/acting-session.js';
import { hangingActions, hangingPage, stopHangingScripts } from '../kit/browser-node/hanging-actions.js';
import { html } from '../kit/pages/pages.js';

describe('actions on a page that hangs', { timeout: 600_000 }, () => {
  stopHangingScripts(startActing({ '/': html('<h1>first</h1>'), ...hangingPage }), hangingActions);
});
