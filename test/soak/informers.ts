import type { Kind, Selector } from '@tintype/crds';

/** One informer of the soak. */
export interface InformerPlan {
  name: string;
  kind: Kind;
  selector: Selector;
}

/** What selects half of the objects; writers change it, so that objects come and go for a selector. */
export const watchedLabels = { soak: 'watched' } as const;

/** All kinds of selectors on the kinds that the programs watch. */
export const informerPlans = (namespaces: readonly [string, string]): InformerPlan[] => [
  { name: 'sessions', kind: 'BrowserSession', selector: {} },
  { name: 'sessions of a namespace', kind: 'BrowserSession', selector: { namespace: namespaces[0] } },
  { name: 'pods', kind: 'Pod', selector: {} },
  { name: 'pods with a label', kind: 'Pod', selector: { labels: watchedLabels } },
  { name: 'leases with a label', kind: 'Lease', selector: { labels: watchedLabels } },
  { name: 'one lease', kind: 'Lease', selector: { namespace: namespaces[1], name: 'lease-0' } },
];
