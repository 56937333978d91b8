import {
  isProfileName,
  limits,
  profileNameError,
  type Session,
  savedStateSchema,
  TintypeError,
} from '@tintype/contracts';
import { type Logger, StreamedAnswer } from '@tintype/runtime';
import type { ProfileStore } from '../profiles/profile-store.js';
import type { ActionAnswer } from './dependencies.js';
import type { Action, SessionActing } from './session-acting.js';

export interface SessionProfilesOptions {
  store: Pick<ProfileStore, 'begin' | 'end' | 'find'>;
  acting: Pick<SessionActing, 'act'>;
  log: Pick<Logger, 'info'>;
}

export interface SaveCall {
  account: string;
  session: string;
  /** A valid name. */
  name: string;
  /** Aborts when the client leaves. */
  left: AbortSignal;
}

const wholeOf = async (answer: ActionAnswer): Promise<unknown> => {
  if (!(answer instanceof StreamedAnswer)) return answer;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of answer.stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > limits.actionAnswerBytes) throw new Error('The answer of the pod is too long.');
  }
  return JSON.parse(Buffer.concat(chunks).toString());
};

/** The close reason in the details of `session_not_active`. */
const closeReasonIn = ({ session }: TintypeError['details']): unknown => (session as Session | undefined)?.closeReason;

const notSaved = (name: string, cause: TintypeError) =>
  new TintypeError(
    'session_not_active',
    `The session has ended, so its login is not saved as \`${name}\`. Open another, log in, and run the action \`save_profile\`.`,
    { cause, details: cause.details },
  );

/** Saves the logins of sessions as profiles. The contents do not leave this class. */
export class SessionProfiles {
  readonly #options: SessionProfilesOptions;

  constructor(options: SessionProfilesOptions) {
    this.#options = options;
  }

  /**
   * Runs the action `save_profile` and answers the profile.
   * @throws TintypeError what `SessionActing.act` throws, `invalid_request` above the limit of profiles,
   * `result_too_large`, and `profile_conflict` if another session saved the profile meanwhile
   */
  async save({ account, session, left }: Omit<SaveCall, 'name'>, action: Action & { name: string }) {
    const { store, acting, log } = this.#options;
    const { name, type, payload } = action;
    const begun = await store.begin({ account, name });
    const { state, ...rest } = await this.#read(acting.act(account, session, { type, payload }, { left }));
    const { bytes, cookies, origins, savedAt } = await store.end(begun, { state, session });
    log.info({ account, session, bytes }, 'profile saved');
    return { ...rest, name, bytes, cookies, origins: origins ?? [], savedAt };
  }

  /**
   * Saves the login of a session that is about to be closed. Does nothing for a retry: this session has saved the profile
   * and was then closed by a client. @throws as `save`, and `session_not_active`
   */
  async saveLast({ name, ...call }: SaveCall): Promise<void> {
    const action = { type: 'save_profile', payload: { name }, name };
    try {
      await this.save(call, action);
    } catch (error) {
      if (!(error instanceof TintypeError && error.code === 'session_not_active')) throw error;
      if (!(await this.#isSavedAtClose({ name, ...call }, error))) throw notSaved(name, error);
    }
  }

  /**
   * True if this session was closed by a client and had saved the profile. At any other end, as at its expiry, a
   * session saves nothing.
   */
  async #isSavedAtClose({ account, session, name }: SaveCall, { details }: TintypeError): Promise<boolean> {
    if (closeReasonIn(details) !== 'deleted') return false;
    return (await this.#options.store.find({ account, name }))?.session === session;
  }

  /** Reads the pod's answer. Its errors quote nothing of the contents. */
  async #read(acting: Promise<ActionAnswer>) {
    const answer = await acting;
    const { data } = savedStateSchema.safeParse(await wholeOf(answer).catch(() => undefined));
    if (data) return data;
    throw new TintypeError('unavailable', 'The browser sent an invalid profile. Try again.');
  }
}

/** Throws `invalid_request`. */
export const profileNameIn = (name: string): string => {
  if (isProfileName(name)) return name;
  throw new TintypeError('invalid_request', `The name of a profile takes ${profileNameError}.`);
};
