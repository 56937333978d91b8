import { randomUUID } from 'node:crypto';
import { noActions } from '@tintype/contracts';
import type { SessionCharge, SessionOpen, SlotRequest } from '@tintype/ledger';
import type { RenderCharge } from '@tintype/ledger/testing';

export const newSession = (): string => `sess_${randomUUID()}`;

const minute = 60_000;
const text = (milliseconds: number) => new Date(milliseconds).toISOString();

/** For a new session by default. */
export const slotOrder = (change: Partial<SlotRequest> = {}): SlotRequest => {
  const session = change.session ?? newSession();
  const startBy = text(Date.now() + minute);
  return { account: 'a', session, namespace: 'default', name: session.slice(5), startBy, limit: 5, ...change };
};

const options = { maxTtlSeconds: 300, proxy: false, bypassBotDetection: false, cdp: true };

/** A session that must start within a minute. */
export const sessionOpen = (change: Partial<SessionOpen> = {}): SessionOpen => {
  const session = change.session ?? newSession();
  return {
    session,
    account: 'a',
    uid: randomUUID(),
    namespace: 'default',
    name: session.slice(5),
    options,
    startBy: text(Date.now() + minute),
    unattended: false,
    ...change,
  };
};

/** The open's charge after 90 s. */
export const sessionCharge = (open: SessionOpen, change: Partial<SessionCharge> = {}): SessionCharge => {
  const startedAt = Date.now() - 2 * minute;
  return {
    session: open.session,
    account: open.account,
    uid: open.uid,
    credits: 2,
    createdAt: text(startedAt - 1000),
    startedAt: text(startedAt),
    expiresAt: text(startedAt + open.options.maxTtlSeconds * 1000),
    endedAt: text(startedAt + 1.5 * minute),
    closeReason: 'Deleted',
    options: open.options,
    counts: noActions,
    at: text(Date.now()),
    ...change,
  };
};

/** For another result each time. */
export const renderCharge = (change: Partial<RenderCharge> = {}): RenderCharge => ({
  id: randomUUID(),
  account: 'a',
  credits: 1,
  endpoint: 'image',
  key: 'k',
  job: randomUUID(),
  at: '2026-05-04T03:02:01.000Z',
  ...change,
});
