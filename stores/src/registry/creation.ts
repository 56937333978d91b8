import { admit, type Kind, type Kinds, kindInfo, type NewKinds, type NewPod } from '@tintype/crds';
import { timestamp } from './change.js';
import { frozen } from './frozen.js';
import { checkMetadata, madeMetadata } from './metadata.js';
import { newPod } from './pod-rules.js';

/** The object that a create makes; throws Invalid. `now` is in milliseconds since the epoch. */
export const creation = <K extends Kind>(kind: K, sent: NewKinds[K], uid: string, now: number): Kinds[K] => {
  checkMetadata(kind, sent.metadata);
  const metadata = {
    ...madeMetadata(sent.metadata),
    uid,
    resourceVersion: '',
    ...(kindInfo[kind].hasStatus ? { generation: 1 } : {}),
    creationTimestamp: timestamp(now),
  };
  const made = kind === 'Pod' ? newPod(sent as NewPod) : { ...sent, status: undefined };
  return frozen(admit(kind, { ...made, metadata } as Kinds[K]));
};
