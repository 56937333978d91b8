/** The same life on real servers, or why there is none. */
export type RealCounterpart =
  | {
      /** A scenario of `test/kit/session-suite/suite.ts`, for both engines. */
      scenario: string;
    }
  | {
      /** The end of the path of a file in `test/integration/` or `test/long/`. */
      file: string;
    }
  | { why: string };

const real = (scenario: string): RealCounterpart => ({ scenario });
const file = (name: string): RealCounterpart => ({ file: `${name}.test.ts` });
const not = (why: string): RealCounterpart => ({ why });

const order = not(
  'real servers meet this one order of calls of several programs only by chance. The suite plays all: ' +
    'it kills, halts or stops leaders at each of their calls while another leads',
);
const old = not(
  'real servers cannot hold a stale cache or answer between two calls of one program. The suite halts leaders at each of ' +
    'their calls, and they resume with old knowledge',
);
const named = not('it differs from "its object is stripped and made again" only in the moment');
const stripped = not(
  'it adds one edit of an object to "its finalizer is stripped", and then a wait of minutes. By the conformance suite, ' +
    'every engine has the same list that finds the pod',
);
const confirmed = not(
  'the suite plays pods as well, so both ends would be the same code. session-pod-agent.test.ts covers the real HTTP client and ' +
    'its errors',
);
const long = not('it waits minutes for limits that are the same there: only the clock would be real');
const api = not('the suite would have to play an API server that refuses pods');

/** It kills, halts and stops leaders at some of their calls. `test/long/` does so at each, on both engines. */
const leaders = file('operator/session-operator-jetstream');

/** Requests over HTTP, with two apis. */
const keys = file('session-api-keys');

/** Keyed by the explorer's scenario. */
export const realCounterparts: Readonly<Record<string, RealCounterpart>> = {
  'opened, and closed by its client': real('opened and closed by its client'),
  'opened, and never closed': real('opened, and never closed'),
  'made and deleted by kubectl': real('made and deleted by hand'),
  'made by kubectl, and never deleted': real('made by hand, and never deleted'),
  'the browser crashes': real('the browser crashes'),
  'the pod is evicted by its node': real('the pod is evicted by its node'),
  'the pod is drained': real('the pod is drained'),
  'the pod is force-deleted': real('the pod is killed'),
  'the node is lost': real('the node is lost'),
  'the node is lost, and the client closes': real('the node is lost, and its client closes'),
  'the pod hangs, and the client closes': real('the pod hangs, and its client closes'),
  'the pod hangs, its client closes, and asks for another': file('session-kills/hung'),
  'made by kubectl, its pod hangs, and kubectl deletes it': file('session-kubectl'),
  'the pod hangs, and nobody leads until its node has ended it': long,
  'the finalizer is stripped': real('its finalizer is stripped'),
  'the finalizer is stripped, and no collector runs': long,
  'the finalizer is stripped, and the node is lost': order,
  'the finalizer is stripped, and another session runs': real('its finalizer is stripped'),
  'the finalizer is stripped, and people take the labels of its pod': stripped,
  'swept before it is open, and stripped afterwards': old,
  'people close its status while it runs': real('its status is written off while it runs'),
  'people close its status while it runs, with a price': real('its status is written off while it runs'),
  'people write status fields that only the operator may write': real('its status is edited while it runs'),
  'made by kubectl, and people write that it is binding': real('its status is written off while it runs'),
  'it is open but not recorded, and people write that it has failed': order,
  'made by kubectl, and people write that it is active': real('its status is written off while it runs'),
  'the client leaves while it waits, and asks for another': order,
  'closed while nobody leads, and its client asks for another': order,
  'the client leaves at once': real('its client leaves at once'),
  'no pod gets ready': real('no pod gets ready'),
  'made by kubectl, and no pod gets ready': real('no pod gets ready'),
  'made by kubectl, and no pod opens a browser': confirmed,
  'the API server refuses every pod': api,
  'made by kubectl, and the API server refuses every pod': api,
  'the quota refuses the pod of a second session for a while': api,
  'the ledger is unreachable until startBy': real('the ledger does not hear the leader for a while'),
  'made by kubectl with a proxy that is unreadable for a while': file('operator-accounts'),
  'the api never sees that it is active': real('its api dies before it hears of the session'),
  'its create is repeated when it is over': named,
  'the slot of a finished session reappears': file('session-slots-crash'),
  'the account is unknown': real('its account is unknown'),
  'the account is disabled': real('its account is disabled'),
  'more sessions than slots': real('more sessions than slots'),
  'one slot, closed and taken again': real('one slot, closed and taken again'),
  'two sessions, one warm pod': real('four at once, three warm pods'),
  'two sessions get the same warm pod': old,
  'one session, two warm pods': real('opened on a warm pod, closed by its client, and the pool is filled again'),
  'made by kubectl together with its pool': order,
  'its warm pod is not ready for a while before it is claimed': real('its warm pod gets unready before it is claimed'),
  'the pool is scaled to zero, and the client closes': real('the pool is scaled to nothing as sessions begin'),
  'the pool is scaled to zero while a session runs': real('the pool is scaled to nothing as sessions begin'),
  'another leader starts while a session runs': leaders,
  'a session waits for the next leader while another runs': leaders,
  'the template changes as a session begins': real('the template of its pool changes as sessions begin'),
  'the pool is deleted as a session begins': real('the pool is deleted as sessions begin'),
  'deleted before its warm pod is claimed, and another session gets it': old,
  'another session gets its name and its pod name': old,
  'its pod is deleted after it was claimed': order,
  'its api is gone, and its pod is ready too late': real('its api dies before it hears of the session'),
  'its api is gone, and nobody confirms it': real('its api dies before it hears of the session'),
  'it is open, and recording that fails for a while': order,
  'its object is stripped and recreated, and the client closes or leaves': real(
    'its object is stripped and made again',
  ),
  'its object is stripped and recreated, and the next leader knows only the second one': named,
  'its object is stripped and recreated while its DELETE is paused': named,
  'its object is stripped and recreated before its warm pod is claimed': named,
  'its object is stripped and recreated after it was seen': named,
  'its object is stripped and recreated before its slot is freed': named,
  'its open is written after it has failed, and it is kept long': order,
  'its warm pod is not ready for a while, and another leader binds another': old,
  'its warm pod is about to be removed': old,
  'it gets a warm pod, and is deleted before that is recorded': order,
  'its operator pauses until its pod has ended, and resumes with old knowledge': old,
  'one waits while others are closed': order,
  'one waits while another needs a proxy': order,
  'one waits while another expires, and one while that is removed': order,
  'one is removed while another runs': order,
  'one waits while another is swept': order,
  'one waits while the ledger has another charge': not('only these programs can write a charge there'),
  'the pod is unreachable until the api gives up': confirmed,
  'confirmations do not reach the pod until the api gives up': confirmed,
  'answers do not reach the api until it gives up': confirmed,
  'a confirmation does not reach the pod, which crashes': confirmed,
  'an answer does not reach the api, and the pod crashes': confirmed,
  'its create is sent again while it is open': keys,
  'its create is sent twice at once': keys,
  'its client leaves before it is open, and retries': keys,
  'the ledger restarts, and its create is sent again': file('session-slots-crash'),
  'its create is sent again, and arrives when it is over': order,
  'its api dies after the confirmation, and the retry reaches no pod': confirmed,
  'its api dies after the confirmation, and the retry meets a deaf api': order,
  'its api dies after the confirmation, and its pod crashes before the retry': confirmed,
  'its client leaves before it is open, and its pod crashes before the retry': keys,
};
