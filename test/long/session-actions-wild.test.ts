import { describe } from 'node:test';
import { sessionActionTypes } from '@tintype/contracts';
import { startActing } from '../kit/browser-node/acting-session.js';
import { answerWildly, orderForm } from '../kit/browser-node/wild-actions.js';

describe('actions with payloads of any kind', { timeout: 600_000 }, () => {
  answerWildly(startActing({ '/order': orderForm, '/': orderForm }), sessionActionTypes, 12);
});
