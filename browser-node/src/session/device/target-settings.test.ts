import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type CdpConnection, CdpError, type CdpSession, TargetGone } from '../../browser/cdp/connection.js';
import { defaultViewport } from '../../capture/open/viewport.js';
import { automatedIdentity } from '../../device/identity.js';
import { PageState } from '../pages/page-state.js';
import { TargetSettings } from './target-settings.js';

const attendants = {
  state: new PageState(),
  dialogs: { follow: () => [], forget: () => undefined },
};

type Attached = (event: {
  sessionId: string;
  targetInfo: { type: string; targetId: string; url: string; browserContextId?: string };
}) => void;

/** A browser with one target, whose commands fail on demand. */
const withTarget = async (type: string) => {
  let attached: Attached = () => undefined;
  let failure: Error | undefined;
  const browser = {
    on: (event: string, handler: Attached) => {
      if (event === 'Target.attachedToTarget') attached = handler;
    },
    send: async () => ({}),
  };
  const target = { on: () => undefined, send: () => (failure ? Promise.reject(failure) : Promise.resolve({})) };
  const connection = { browser, session: () => target as unknown as CdpSession } as unknown as CdpConnection;
  const settings = {
    viewport: defaultViewport,
    deviceUserAgent: undefined,
    identity: automatedIdentity('156.0.8078.79'),
  };
  const targets = await TargetSettings.start(connection, settings, attendants);
  attached({ sessionId: 's', targetInfo: { type, targetId: 't', url: '', browserContextId: 'first' } });
  return {
    attach: (targetId: string, browserContextId: string) =>
      attached({ sessionId: targetId, targetInfo: { type: 'page', targetId, url: '', browserContextId } }),
    targets,
    change: (error: Error) => {
      failure = error;
      return targets.change({ deviceUserAgent: 'another' });
    },
  };
};

describe('a change of settings', () => {
  it('fails if an open page refuses it', async () => {
    const { change } = await withTarget('page');
    await assert.rejects(change(new CdpError('Invalid parameters')), /Invalid parameters/);
  });

  it('succeeds if the page is gone, or a worker does not know the command', async () => {
    await (await withTarget('page')).change(new TargetGone('it has gone'));
    await (await withTarget('service_worker')).change(new CdpError('not found'));
  });
});

it('counts pages of all contexts, and knows those of clients', async () => {
  const { attach, targets } = await withTarget('page');
  attach('popup', 'first');
  attach('of a client', 'second');
  assert.equal(targets.pageCount, 3);
  const own = ['t', 'popup', 'of a client', 'gone', undefined].filter((each) => targets.isOwn(each));
  assert.deepEqual(own, ['t', 'popup']);
});

it('neither shows nor counts a page that Playwright opens to read storage', async () => {
  const { attach, targets } = await withTarget('page');
  for (let at = 2; at <= 20; at += 1) attach(`page ${at}`, 'first');
  await targets.helpers.during(async () => {
    attach('helper', 'first');
    assert.equal(targets.shown.target, 'page 20');
    assert.equal(targets.pageCount, 21, 'the helper is open');
    attach('page 21', 'first');
    assert.equal(targets.pageCount, 21, 'the 21st page was closed');
  });
  await targets.close('helper');
  attach('page 22', 'first');
  assert.equal(targets.pageCount, 20);
});
