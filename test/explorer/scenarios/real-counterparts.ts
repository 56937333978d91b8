/** The same life on real servers, or why there is none. */
export type RealCounterpart =
  | {
      /** A scenario of `test/kit/session-suite.ts`, which plays it on both engines. */
      scenario: string;
    }
  | {
      /** The name of a file in `test/integration/` or `test/long/`. */
      file: string;
    }
  | { why: string };

const real = (scenario: string): RealCounterpart => ({ scenario });
const file = (name: string): RealCounterpart => ({ file: `${name}.test.ts` });
const not = (why: string): RealCounterpart => ({ why });

const order = not(
  'it is one order of calls of several programs: real servers come to it by chance. What they add, a leader that is killed, ' +
    'halted or stopped at each of its calls while another one leads, is played for all of them',
);
const old = not(
  'it is about what a cache or an answer of old says, which cannot be held there between two calls of one program; leaders ' +
    'that are halted at each of their calls and go on with what they knew are played',
);
const named = not(
  'it differs from "its object is stripped and made again" in the moment alone, which a person does not meet on purpose there',
);
const stripped = not(
  'what differs from "its finalizer is stripped" is one more edit of an object, and then a wait of minutes; the list that finds ' +
    'the pod is the same on every engine, by the conformance suite',
);
const confirmed = not(
  'pods are played there as well, so that it would be the same code at both ends; the real client over HTTP, and what it throws, ' +
    'has session-pod-agent.test.ts',
);
const long = not('it waits minutes for limits that are the same there: only the clock would be real');
const api = not('a server of objects that refuses the pods would be played there, too');

/** The suite itself. In `test/long/` the leader is killed at each of its calls. */
const leaders = file('session-operator-kubernetes');

/** Requests over HTTP, with two apis. */
const keys = file('session-api-keys');

/** By the name of the explorer's scenario. */
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
  'the pod hangs, its client closes, and asks for another': file('session-kills-hung'),
  'made by kubectl, its pod hangs, and kubectl deletes it': file('session-kubectl'),
  'the pod hangs, and nobody leads until its node has ended it': long,
  'the finalizer is stripped': real('its finalizer is stripped'),
  'the finalizer is stripped, and nobody collects garbage': long,
  'the finalizer is stripped, and the node is lost': order,
  'the finalizer is stripped, and another session goes on': real('its finalizer is stripped'),
  'the finalizer is stripped, and people take the labels of its pod': stripped,
  'swept before it is open, and stripped afterwards': old,
  'its status is written off while it runs': real('its status is written off while it runs'),
  'its status is written off while it runs, with what it is to cost': real('its status is written off while it runs'),
  'people write into its status what only the operator can know': real('its status is edited while it runs'),
  'made by kubectl, and people write that it is being bound': real('its status is written off while it runs'),
  'it is open, which nobody has written yet, and people write that it has failed': order,
  'made by kubectl, and people write that it is active': real('its status is written off while it runs'),
  'the client leaves while it waits, and asks for another': order,
  'closed while nobody leads, and its client asks for another': order,
  'the client leaves before anything': real('its client leaves at once'),
  'no pod gets ready': real('no pod gets ready'),
  'made by kubectl, and no pod gets ready': real('no pod gets ready'),
  'made by kubectl, and no pod opens a browser': confirmed,
  'no pod is taken': api,
  'made by kubectl, and no pod is taken': api,
  'there is no room for the pod of a second session for a while': api,
  'the books are out of reach until startBy': real('the books do not hear the leader for a while'),
  'made by kubectl to go through a proxy, which nobody can read for a while': file('operator-accounts'),
  'the api does not hear that it is active': real('its api dies before it is told of the session'),
  'its create comes once more when it is over': named,
  'the slot of one that is over is taken again by itself': file('session-slots-crash'),
  'the account is unknown': real('its account is unknown'),
  'the account is disabled': real('its account is disabled'),
  'more sessions than slots': real('more sessions than slots'),
  'one slot, closed and taken again': real('one slot, closed and taken again'),
  'two sessions, one warm pod': real('four at once, three warm pods'),
  'two sessions are given one warm pod': old,
  'one session, two warm pods': real('opened on a warm pod, closed by its client, and the pool is filled again'),
  'made by kubectl together with its pool': order,
  'its warm pod is not ready for a while before it is claimed': real('its warm pod gets unready before it is claimed'),
  'the pool is scaled to nothing, and the client closes': real('the pool is scaled to nothing as sessions begin'),
  'the pool is scaled to nothing while a session goes on': real('the pool is scaled to nothing as sessions begin'),
  'another leader begins while a session goes on': leaders,
  'a session waits for the next leader while another goes on': leaders,
  'the template changes as a session begins': real('the template of its pool changes as sessions begin'),
  'the pool is deleted as a session begins': real('the pool is deleted as sessions begin'),
  'deleted before its warm pod is claimed, and another session gets it': old,
  'another session gets its name, and that of its pod': old,
  'its pod is deleted after it was claimed': order,
  'its api is gone, and its pod is ready when it is too late': real('its api dies before it is told of the session'),
  'its api is gone, and nobody confirms it': real('its api dies before it is told of the session'),
  'it is open, and nobody can write so for a while': order,
  'its object is stripped and made again, and the client closes or leaves': real(
    'its object is stripped and made again',
  ),
  'its object is stripped and made again, and the next leader has to do with the second one alone': named,
  'its object is stripped and made again while its DELETE stands still': named,
  'its object is stripped and made again before its warm pod is claimed': named,
  'its object is stripped and made again when it was seen to be there': named,
  'its object is stripped and made again before its slot is given back': named,
  'it is in the books when it has failed, and is kept for long': order,
  'its warm pod is not ready for a while, and another leader binds another': old,
  'its warm pod is to be removed': old,
  'it is given a warm pod, and deleted before it can be told so': order,
  'its operator stands still until its pod has ended, and goes on with what it knew': old,
  'one waits while others are closed': order,
  'one waits while another is to go through a proxy': order,
  'one waits while another expires, and one while it is forgotten': order,
  'one is forgotten while another goes on': order,
  'one waits while another is swept': order,
  'one waits while the books have another charge': not('nobody but these programs can write a charge there'),
  'nobody is there when the api asks, until it gives up': confirmed,
  'the pod does not hear the api, until it gives up': confirmed,
  'the api does not hear the pod, until it gives up': confirmed,
  'the pod does not hear the api, and crashes': confirmed,
  'the api does not hear the pod, which crashes': confirmed,
  'its create is sent again while it is open': keys,
  'its create is sent twice at once': keys,
  'its client leaves before it is open, and comes again': keys,
  'the ledger restarts, and its create is sent again': file('session-slots-crash'),
  'its create is sent again, and comes when it is over': order,
  'its api dies when it has confirmed it, and its create is sent again where no pod is reached': confirmed,
  'its api dies when it has confirmed it, and its create is sent again to one that hears nothing': order,
  'its api dies when it has confirmed it, and its pod crashes before its create is sent again': confirmed,
  'its client leaves before it is open, and its pod crashes before it comes again': keys,
};
