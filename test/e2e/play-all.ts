import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chartFolder, manifestsIn } from '../kit/charts/chart.js';
import { play } from './play.js';
import { allInOne } from './scenarios/all-in-one.js';
import { attack } from './scenarios/attack.js';
import { endings } from './scenarios/endings.js';
import { installing } from './scenarios/installing.js';
import { ledger } from './scenarios/ledger.js';
import { outages } from './scenarios/outages.js';
import { policiesHold } from './scenarios/policies.js';
import { readme } from './scenarios/readme.js';
import { rights, rightsUsed } from './scenarios/rights.js';
import { sandbox } from './scenarios/sandbox.js';
import type { Scenario } from './scenarios/scenario.js';
import { serving } from './scenarios/serving.js';
import { type Fetch, Pages, usualPage } from './site/pages.js';
import { type SiteOptions, startSite } from './site/site.js';
import { type Insight, Stage } from './stage.js';
import { step } from './step.js';
import type { Tools } from './tools.js';

export interface Playing {
  values: object;
  valuesFiles?: readonly string[];
  reach: () => Promise<Fetch>;
  insight?: Insight;
}

/** The site uses an image of the chart, from the chart's registry. */
const imageOfSite = async (tools: Tools, given: readonly string[]): Promise<SiteOptions> => {
  const only = ['--show-only', 'templates/tests/test.yaml'];
  const manifests = manifestsIn(await tools.helm('template', 'tintype', chartFolder, ...given, ...only));
  const { spec } = manifests.find((each) => each?.kind === 'Pod');
  return { image: spec.containers[0].image, pullSecrets: spec.imagePullSecrets ?? [] };
};

/** Small enough for two cores. */
const small = {
  api: { resources: { requests: { cpu: '50m', memory: '128Mi' } } },
  operator: { resources: { requests: { cpu: '50m', memory: '128Mi' } } },
  browserNode: { replicas: 1, slots: 2, resources: { requests: { cpu: '100m', memory: '512Mi' } } },
  pool: { resources: { requests: { cpu: '50m', memory: '256Mi' }, limits: { memory: '2Gi' } } },
  storage: { resultsGib: 1 },
  nats: { persistence: { size: '2Gi' }, resources: { requests: { cpu: '50m', memory: '128Mi' } } },
};

const chosen = (all: readonly Scenario[]): Scenario[] => {
  const { TINTYPE_TEST_CASE: given = '', TINTYPE_TEST_SHORT: short } = process.env;
  const parts = given.split('|');
  const isChosen = ({ name, isShort }: Scenario) => (isShort || !short) && parts.some((part) => name.includes(part));
  return all.filter((each) => each.isNeeded || isChosen(each));
};

export const playAll = async (tools: Tools, playing: Playing): Promise<number> => {
  const given: string[] = [];
  const give = (name: string, values: object) => {
    const file = join(tools.folder, `${name}-values.json`);
    writeFileSync(file, JSON.stringify(values));
    given.push('--values', file);
  };
  give('small', small);
  for (const file of playing.valuesFiles ?? []) given.push('--values', file);
  give('cluster', playing.values);
  const image = await imageOfSite(tools, given);
  const site = await step('pods with pages', () => startSite(tools, image));
  const fetch = await playing.reach();
  const pages = new Pages(site, fetch);
  give('site', {
    egressAllow: [site.allowed],
    networkPolicy: { browserAllow: [site.range] },
    tests: { url: pages.url('/page') },
  });
  await pages.show(usualPage);
  const { insight } = playing;
  const stage = new Stage({ tools, pages, fetch, ...(insight && { insight }) });
  const { first, last } = installing(tools.folder, given);
  const middle = [...serving, ...sandbox, ...attack, ...rights, ...endings, ...outages, ...ledger];
  const held = insight?.policies ? policiesHold(insight.policies) : [];
  const ours = insight ? [...held, ...readme, ...allInOne] : [];
  const all = [...first, ...middle, ...ours, ...last];
  // Used rights can be judged only after all scenarios.
  const played = chosen(all);
  const judged = insight && played.length === all.length ? rightsUsed(insight, given) : [];
  return play(stage, [...played, ...judged]);
};
