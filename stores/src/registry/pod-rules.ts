import { isDeepStrictEqual } from 'node:util';
import { Invalid, keyText, type NewPod, type Pod, type PodSpec } from '@tintype/crds';

/** Sets those defaults of the API server that Tintype relies on, and the phase `Pending`. */
export const withPodDefaults = (pod: NewPod): Pod =>
  ({
    ...pod,
    spec: { restartPolicy: 'Always', terminationGracePeriodSeconds: 30, ...pod.spec },
    status: { phase: 'Pending' },
  }) as Pod;

/** The spec without its mutable parts. */
const fixedPart = ({ containers, activeDeadlineSeconds: _, ...rest }: PodSpec) => ({
  ...rest,
  containers: containers.map((container) => ({ ...container, image: '' })),
});

/** An update may set `nodeName` once. On Kubernetes, the scheduler sets `nodeName` with a Binding instead. */
const withChosenNode = (stored: PodSpec, sent: PodSpec): PodSpec =>
  stored.nodeName || !sent.nodeName ? stored : { ...stored, nodeName: sent.nodeName };

const faultOf = (stored: PodSpec, sent: PodSpec): string | undefined => {
  const [storedSeconds = Number.POSITIVE_INFINITY, sentSeconds] = [
    stored.activeDeadlineSeconds,
    sent.activeDeadlineSeconds,
  ];
  if (sentSeconds === undefined && Number.isFinite(storedSeconds)) return 'activeDeadlineSeconds cannot be removed';
  if (sentSeconds !== undefined && (sentSeconds > storedSeconds || sentSeconds < 0))
    return 'activeDeadlineSeconds can only be set or lowered';
  if (!isDeepStrictEqual(fixedPart(withChosenNode(stored, sent)), fixedPart(sent)))
    return 'only images and activeDeadlineSeconds of a pod can change';
  return undefined;
};

/** Throws Invalid. https://kubernetes.io/docs/concepts/workloads/pods/#pod-update-and-replacement */
export const checkPodUpdate = (stored: Pod, sent: Pod): void => {
  const fault = stored.spec === sent.spec ? undefined : faultOf(stored.spec, sent.spec);
  if (fault) throw new Invalid(`Pod ${keyText(stored.metadata)}: spec: ${fault}`);
};
