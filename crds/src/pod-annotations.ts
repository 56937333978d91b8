import { namedMap } from './fields/named-map.js';
import { ruleOfNames } from './fields/rule-of-names.js';
import { text } from './fields/text.js';
import { reservedNames } from './own-names.js';
import { ruled } from './ruled.js';

/** What Kubernetes itself reads to run a pod, and mostly checks; a pool has fields for it, or no use. */
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

const inCel = [
  ...readByKubernetes.map((name) => `name == '${name}'`),
  ...beginningsReadByKubernetes.map((beginning) => `name.startsWith('${beginning}')`),
].join(' || ');

const forKubernetes = ruleOfNames({
  cel: `!(${inCel})`,
  message:
    'annotations by which Kubernetes runs a pod (mirror, tolerations, deletion cost, seccomp, AppArmor) are not for pools',
  holds: (name) => !isReadByKubernetes(name),
});

/** Together less than the 256 KiB that the annotations of an object may have. */
export const podAnnotations = () => ruled(namedMap(text(1024), 16), reservedNames, forKubernetes);
