import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { type StorageState, TintypeError } from '@tintype/contracts';
import { StreamedAnswer } from '@tintype/runtime';
import type { Profile } from '../profiles/profile.js';
import type { ActionAnswer } from './dependencies.js';
import { SessionProfiles } from './session-profiles.js';

const state: StorageState = { cookies: [{ name: 'a', value: 'secret', domain: 'x', path: '/' }], origins: [] };
const call = { account: 'acme', session: 'sess_1', left: new AbortController().signal };
const profile: Profile = {
  name: 'shop',
  savedAt: 'now',
  session: 'sess_1',
  bytes: 9,
  cookies: 1,
  origins: [],
  sites: ['x'],
};
const action = { type: 'save_profile', payload: { name: 'shop' }, name: 'shop' };

/** Profiles of an account whose pods answer so. */
const profilesWith = (act: () => Promise<ActionAnswer>, found?: Profile) => {
  const ended: StorageState[] = [];
  const profiles = new SessionProfiles({
    store: {
      begin: async (place) => ({ ...place, current: undefined }),
      end: async (_, { state: given }) => {
        ended.push(given);
        return profile;
      },
      find: async () => found,
    },
    acting: { act },
    log: { info: () => undefined },
  });
  return { profiles, ended };
};

const overBy = (closeReason: string) => async () => {
  throw new TintypeError('session_not_active', undefined, { details: { session: { closeReason } } });
};

describe('saving a profile', () => {
  it('keeps the state, and answers what clients may see', async () => {
    const fields = { success: true, expiresInSeconds: 60, notes: ['a note'] };
    const json = JSON.stringify({ state, ...fields });
    for (const answer of [{ state, ...fields }, new StreamedAnswer(Readable.from([Buffer.from(json)]), json.length)]) {
      const { profiles, ended } = profilesWith(async () => answer);
      const { session: _, sites: __, ...shown } = profile;
      assert.deepEqual(await profiles.save(call, action), { ...fields, ...shown });
      assert.deepEqual(ended, [state]);
    }
  });

  it('takes nothing else from a pod, and quotes nothing of it', async () => {
    for (const answer of [
      { state: { cookies: 'secret' } },
      new StreamedAnswer(Readable.from([Buffer.from('{"secret')]), 8),
    ]) {
      const { profiles, ended } = profilesWith(async () => answer as ActionAnswer);
      await assert.rejects(profiles.save(call, action), (error: TintypeError) => {
        assert.deepEqual([error.code, `${error.message}${error.cause}`.includes('secret')], ['unavailable', false]);
        return true;
      });
      assert.deepEqual(ended, []);
    }
  });

  it('before the end fails if the session is over, unless it saved this one and was closed (a retry)', async () => {
    const last = { ...call, name: 'shop' };
    for (const [closeReason, found] of [
      ['deleted', undefined],
      ['deleted', { ...profile, session: 'sess_2' }],
      ['expired', profile],
      ['crashed', profile],
    ] as const)
      await assert.rejects(profilesWith(overBy(closeReason), found).profiles.saveLast(last), {
        code: 'session_not_active',
        message: /not saved as `shop`/,
        details: { session: { closeReason } },
      });
    await profilesWith(overBy('deleted'), profile).profiles.saveLast(last);
  });
});
