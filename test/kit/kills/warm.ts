import { labels, type Pod } from '@tintype/crds';
import { isReady } from '../standalone/local-node-stage.js';
import { until } from '../until.js';
import { type KillStage, settleMs } from './stage.js';

/** The pool of `TINTYPE_WARM_SESSIONS`. */
export const pool = { namespace: 'default', name: 'default' };

const isIdle = ({ metadata }: Pod) => !metadata.labels?.[labels.session] && !metadata.deletionTimestamp;

export const idleIn = async (stage: KillStage): Promise<Pod[]> => (await stage.pods()).filter(isIdle);

export const untilWarm = (stage: KillStage, count: number) =>
  until(
    `${count} are warm`,
    async () => {
      const idle = await idleIn(stage);
      return idle.length === count && idle.every(isReady);
    },
    settleMs,
  );
