import type Router from '@koa/router';
import type { RouterContext } from '@koa/router';
import { endpoints, pairsOfJson, TintypeError } from '@tintype/contracts';
import type { AccountStorage } from '../../account-storage/account-storage.js';
import type { AccountWrites } from '../../accounts/account-writes.js';
import { checkPreset, missingStorageWarnings } from '../../accounts/presets/check-preset.js';
import { isPresetName, type Preset } from '../../accounts/presets/preset.js';
import type { PresetStore } from '../../accounts/presets/preset-store.js';
import { jsonBody } from '../../middleware/json-body.js';
import { presetBody } from './bodies.js';

export interface PresetRoutesOptions {
  /** Path of the list. */
  path: string;
  presets: Pick<PresetStore, 'get' | 'list' | 'put' | 'remove'>;
  writes: Pick<AccountWrites, 'done'>;
  storage: Pick<AccountStorage, 'has'>;
  /** Path of the storage's settings, for hints. */
  storagePath: (account: string) => string;
  /** Id of the account that the request may read, or change. Throws errors of the catalogue. */
  accountOf: (context: RouterContext, access: 'read' | 'change') => string | Promise<string>;
}

const maxBytes = 16 * 1024;

const readPreset = jsonBody({ schema: presetBody, example: { options: { vw: 1280, darkMode: true } }, maxBytes });

const nameIn = (context: RouterContext): string => {
  const name = String(context.params.name);
  if (isPresetName(name)) return name;
  throw new TintypeError(
    'invalid_request',
    'The name of a preset takes 1 to 64 letters, digits, hyphens and underscores.',
  );
};

export const presetAnswer = ({ name, endpoint, options, version, updatedAt }: Preset) => ({
  name,
  endpoint,
  options,
  version,
  updatedAt,
});

/** The routes of presets, below an account that `accountOf` finds. */
export const addPresetRoutes = (router: Router, options: PresetRoutesOptions): void => {
  const { path, presets, writes, storage, storagePath, accountOf } = options;
  router.get(path, async (context: RouterContext) => {
    const found = await presets.list(await accountOf(context, 'read'));
    context.body = { success: true, presets: found.map(presetAnswer) };
  });
  router.get(`${path}/:name`, async (context: RouterContext) => {
    const { value } = await presets.get(await accountOf(context, 'read'), nameIn(context));
    context.body = { success: true, preset: presetAnswer(value) };
  });
  router.put(`${path}/:name`, async (context: RouterContext) => {
    const account = await accountOf(context, 'change');
    const name = nameIn(context);
    const { endpoint, options: given } = await readPreset(context);
    const { '': _, ...pairs } = pairsOfJson(given, endpoint === null ? endpoints : [endpoint]);
    const hints = storage.has(account) ? [] : missingStorageWarnings(endpoint, pairs, storagePath(account));
    const warnings = [...checkPreset(endpoint, pairs), ...hints];
    const { value, revision } = await presets.put(account, { name, endpoint, options: pairs });
    await writes.done(revision, { account, preset: name, version: value.version }, 'preset stored');
    context.body = { success: true, preset: presetAnswer(value), warnings };
  });
  router.delete(`${path}/:name`, async (context: RouterContext) => {
    const account = await accountOf(context, 'change');
    const name = nameIn(context);
    await writes.done(await presets.remove(account, name), { account, preset: name }, 'preset deleted');
    context.body = { success: true };
  });
};
