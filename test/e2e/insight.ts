import type { AuditEvent } from './cluster/audit.js';
import type { Watch } from './cluster/connections.js';
import type { Policies } from './cluster/policies.js';

/** What only a cluster of ours shows. */
export interface Insight {
  /** Where the pod of an address connects to. */
  watch: (address: string) => Promise<Watch>;
  /** Where NetworkPolicies hold. */
  policies?: Policies;
  /** What accounts of the installation have asked the API server for. */
  audit: () => AuditEvent[];
  /** Where its node keeps profiles. */
  seccompFolder: string;
}
