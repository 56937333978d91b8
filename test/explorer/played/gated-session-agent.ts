import type { SessionDependencies } from '@tintype/api/testing';
import { agentAddress, hasEnded, type Pod, podRecordOf } from '@tintype/crds';
import { PodNotReached } from '@tintype/runtime';
import type { Actor } from './gate.js';
import type { World } from './world.js';

type SessionAgent = SessionDependencies['agent'];
type SessionPod = Parameters<SessionAgent['confirm']>[0];

/** Calls programs in pods like the api's client, and notes what the caller can know. */
export const gatedSessionAgent = (world: World, actor: Actor): SessionAgent => {
  const { gate } = world;
  const request = (name: string) => ({ part: 'api', name: `agent.${name}`, service: 'pods' }) as const;
  return {
    confirm: async (pod, session) => {
      try {
        const answer = await gate.through(actor, request('confirm'), async () => confirm(world, pod, session));
        actor.isInDoubt = false;
        return answer;
      } catch (error) {
        if (!(error instanceof PodNotReached)) actor.isInDoubt = true;
        throw error;
      }
    },
    close: async (pod, session) => {
      actor.isInDoubt = true;
      const end = await gate.through(actor, request('close'), async () => close(world, pod, session));
      actor.isInDoubt = end?.record === undefined;
      return end;
    },
  };
};

const confirm = (world: World, pod: SessionPod, session: string): boolean => {
  try {
    return reached(world, pod).confirm(session);
  } catch (error) {
    if (error instanceof PodNotReached && endOf(world, pod)) return false;
    throw error;
  }
};

/** An ended pod counts like one that answers. */
const close = (world: World, pod: SessionPod, session: string): Awaited<ReturnType<SessionAgent['close']>> => {
  try {
    return { record: reached(world, pod).close(session, world.clock.now()) };
  } catch (error) {
    const end = endOf(world, pod);
    if (!end) throw error;
    const record = end.pod && podRecordOf(end.pod);
    return end.pod && { pod: end.pod, record: record?.session === session ? record : undefined };
  }
};

/** Reads the pod for an address that the status lacks. @throws as the node does */
const reached = (world: World, { uid, address }: SessionPod) => {
  const object = objectOf(world, uid);
  if (address || (object && agentAddress(object))) return world.node.reached(uid);
  throw new PodNotReached(`pod ${uid} has no address`);
};

/** Undefined while the pod may run; without `pod` if it is gone. */
const endOf = (world: World, { uid }: SessionPod): { pod: Pod | undefined } | undefined => {
  const pod = objectOf(world, uid);
  return !pod || hasEnded(pod) ? { pod } : undefined;
};

const objectOf = (world: World, uid: string): Pod | undefined => {
  const machine = world.node.machines.get(uid);
  return machine && world.podOf(machine);
};
