import { TintypeError, tokenPattern } from '@tintype/contracts';
import { z } from 'zod';
import { type AccountsKv, Bucket } from '../../accounts/bucket.js';

/** A workspace of Slack whose captures an account pays for. */
export interface Workspace {
  /** Slack's id, such as `T024BE7LD`. */
  id: string;
  account: string;
  /** The name in the workspace's address, if Slack sent it. */
  domain: string | null;
  /** RFC 3339. */
  connectedAt: string;
}

const recordSchema = z.object({
  account: z.string().regex(tokenPattern),
  domain: z.string().nullable(),
  connectedAt: z.string(),
});

export const workspaceIdPattern = /^[A-Z0-9]{2,32}$/;

export const noSuchWorkspace = (id: string): TintypeError =>
  new TintypeError(
    'not_found',
    `The account has no workspace \`${id.slice(0, 32)}\`. GET /v1/account/slack lists them.`,
  );

const workspaceOf = (id: string, value: unknown): Workspace => ({ id, ...recordSchema.parse(value) });

/** Stores which account each workspace is connected with. */
export class Workspaces {
  readonly #bucket: Bucket;

  constructor(kv: AccountsKv) {
    this.#bucket = new Bucket(kv);
  }

  async find(id: string): Promise<Workspace | undefined> {
    const found = await this.#bucket.read(id);
    return found && workspaceOf(id, found.value);
  }

  /** The account's workspaces, sorted by id. */
  async list(account: string): Promise<Workspace[]> {
    const found = await this.#bucket.readAll('*');
    const all = found.map(({ key, value }) => workspaceOf(key, value));
    return all.filter((each) => each.account === account).sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /**
   * Connects a workspace, unless it is connected. Returns the stored workspace, which may be another account's. Throws
   * `unavailable` if other requests change the workspace meanwhile.
   */
  async connect({ id, ...record }: Workspace): Promise<Workspace> {
    const revision = await this.#bucket.create(id, record);
    if (revision !== undefined) return { id, ...record };
    const found = await this.find(id);
    if (found) return found;
    throw new TintypeError('unavailable', 'Other requests are changing this workspace: try again.');
  }

  /** Throws `not_found` unless the workspace is the account's. */
  async disconnect(account: string, id: string): Promise<void> {
    const found = workspaceIdPattern.test(id) ? await this.#bucket.read(id) : undefined;
    if (!found || workspaceOf(id, found.value).account !== account) throw noSuchWorkspace(id);
    await this.#bucket.remove(id, found.revision);
  }
}
