import { namedMap, ruleOfNames } from '../schema/collections.js';
import { labelValue } from '../schema/names.js';
import { ruled } from '../schema/rule.js';
import { text } from '../schema/text.js';

const ownPrefix = 'tintype.dev/';

const reservedNames = ruleOfNames({
  cel: `!name.startsWith('${ownPrefix}')`,
  message: `names below ${ownPrefix} belong to the operator`,
  holds: (name) => !name.startsWith(ownPrefix),
});

/** Annotations that control how Kubernetes runs a pod. A pool has fields for them, or no use for them. */
const readByKubernetes = [
  'kubernetes.io/config.mirror',
  'scheduler.alpha.kubernetes.io/tolerations',
  'controller.kubernetes.io/pod-deletion-cost',
  'seccomp.security.alpha.kubernetes.io/pod',
];
const beginningsReadByKubernetes = [
  'container.seccomp.security.alpha.kubernetes.io/',
  'container.apparmor.security.beta.kubernetes.io/',
];

const isReadByKubernetes = (name: string) =>
  readByKubernetes.includes(name) || beginningsReadByKubernetes.some((beginning) => name.startsWith(beginning));

const isReadByKubernetesInCel = [
  ...readByKubernetes.map((name) => `name == '${name}'`),
  ...beginningsReadByKubernetes.map((beginning) => `name.startsWith('${beginning}')`),
].join(' || ');

const notReadByKubernetes = ruleOfNames({
  cel: `!(${isReadByKubernetesInCel})`,
  message:
    'a pool cannot set annotations that control how Kubernetes runs a pod (mirror, tolerations, deletion cost, seccomp, AppArmor)',
  holds: (name) => !isReadByKubernetes(name),
});

/** Stays far below the 256 KiB of annotations that an object may have. */
const podAnnotations = () => ruled(namedMap(text(1024), 16), reservedNames, notReadByKubernetes);

export const metadataFields = {
  labels: ruled(namedMap(labelValue(), 32), reservedNames)
    .describe(`Labels of the pods, besides the operator's. Names below ${ownPrefix} are reserved.`)
    .optional(),
  annotations: podAnnotations()
    .describe(
      `Annotations of the pods, besides the operator's. Names below ${ownPrefix} are reserved. Kubernetes' annotations for tolerations, seccomp and AppArmor are refused.`,
    )
    .optional(),
};
