import { withBoundsText } from '../schema/bounds-text.js';
import type { Rule } from '../schema/rule.js';
import type { StructuralSchema } from '../schema/structural-schema.js';
import { type KindDefinition, kindDefinitions, kindInfo, type OwnKind } from './kinds.js';

export interface PrinterColumn {
  name: string;
  type: 'string' | 'integer' | 'boolean' | 'date';
  description: string;
  jsonPath: string;
  /** 0: always shown; 1: with `-o wide`. */
  priority: 0 | 1;
}

/** https://kubernetes.io/docs/reference/kubernetes-api/extend-resources/custom-resource-definition-v1/ */
export interface CustomResourceDefinition {
  apiVersion: 'apiextensions.k8s.io/v1';
  kind: 'CustomResourceDefinition';
  metadata: { name: string; labels: Record<string, string>; annotations: Record<string, string> };
  spec: {
    group: string;
    scope: 'Namespaced';
    names: {
      kind: string;
      listKind: string;
      plural: string;
      singular: string;
      shortNames: string[];
      categories: string[];
    };
    versions: {
      name: string;
      served: true;
      storage: true;
      schema: { openAPIV3Schema: StructuralSchema };
      subresources: { status: object; scale?: object };
      selectableFields: { jsonPath: string }[];
      additionalPrinterColumns: PrinterColumn[];
    }[];
  };
}

/** Has the definition's revision, so that an older release does not overwrite a newer definition. */
export const revisionAnnotation = 'tintype.dev/definition-revision';

/** Increase it by one in each release that changes a definition. */
const revision = 1;

/** For kubectl and other clients. */
interface Presentation {
  shortName: string;
  columns: PrinterColumn[];
  /** Fields for `--field-selector`, besides name and namespace. */
  selectable: string[];
  scale?: { specReplicasPath: string; statusReplicasPath: string; labelSelectorPath: string };
}

type ColumnType = PrinterColumn['type'];

const column = (name: string, type: ColumnType, jsonPath: string, description: string): PrinterColumn => ({
  name,
  type,
  description,
  jsonPath,
  priority: 0,
});

const wideColumn = (...args: Parameters<typeof column>): PrinterColumn => ({ ...column(...args), priority: 1 });

const age = column('Age', 'date', '.metadata.creationTimestamp', 'Time since the creation.');

const presentations: Record<OwnKind, Presentation> = {
  BrowserSession: {
    shortName: 'bs',
    columns: [
      column('Phase', 'string', '.status.phase', 'Phase of the session.'),
      column('Account', 'string', '.spec.account', 'The account that pays.'),
      column('Pod', 'string', '.status.pod.name', 'The pod of the session.'),
      // Text, because kubectl prints a future time as <invalid> in a column of type date.
      column('Expires', 'string', '.status.expiresAt', 'When the session closes at the latest.'),
      column('Credits', 'integer', '.status.credits', 'The price.'),
      column('Reason', 'string', '.status.closeReason', 'Why the session ended or never started.'),
      age,
      wideColumn('Node', 'string', '.status.pod.node', 'The node of the pod.'),
      wideColumn('TTL', 'integer', '.spec.maxTtlSeconds', 'Seconds until the session closes.'),
      wideColumn('CDP', 'boolean', '.spec.cdp', 'Whether DevTools clients may connect.'),
    ],
    selectable: ['.spec.account', '.spec.pool', '.status.phase'],
  },
  BrowserPool: {
    shortName: 'bp',
    columns: [
      column('Desired', 'integer', '.spec.replicas', 'Desired warm browsers.'),
      column('Current', 'integer', '.status.replicas', 'Pods without a session.'),
      column('Ready', 'integer', '.status.readyReplicas', 'Pods whose browser answers.'),
      column('Claimed', 'integer', '.status.claimedReplicas', 'Pods with a session.'),
      column('Waiting', 'integer', '.status.waitingSessions', 'Sessions that wait for their browser.'),
      age,
      wideColumn('Max age', 'integer', '.spec.maxAgeSeconds', 'Seconds after which an idle pod is replaced.'),
      wideColumn('Image', 'string', '.spec.template.image', "The browser container's image, where the pool sets one."),
    ],
    selectable: [],
    scale: {
      specReplicasPath: '.spec.replicas',
      statusReplicasPath: '.status.replicas',
      labelSelectorPath: '.status.selector',
    },
  },
};

const validationOf = ({ rule, message, fieldPath }: Rule) => ({ rule, message, ...(fieldPath && { fieldPath }) });

const withRules = (schema: StructuralSchema, rules: readonly Rule[], place = ''): StructuralSchema => {
  const rulesHere = rules.filter(({ at }) => at.join('.') === place).map(validationOf);
  const validations = [...(schema['x-kubernetes-validations'] ?? []), ...rulesHere];
  const properties = Object.entries(schema.properties ?? {}).map(([name, child]) => [
    name,
    withRules(child, rules, place ? `${place}.${name}` : name),
  ]);
  return {
    ...schema,
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(validations.length > 0 && { 'x-kubernetes-validations': validations }),
  };
};

const manifestOf = (kind: OwnKind, { structural, rules }: KindDefinition): CustomResourceDefinition => {
  const { apiVersion, plural } = kindInfo[kind];
  const [group = '', version = ''] = apiVersion.split('/');
  const { shortName, columns, selectable, scale } = presentations[kind];
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${plural}.${group}`,
      labels: { 'app.kubernetes.io/name': 'tintype', 'app.kubernetes.io/component': 'crds' },
      annotations: { [revisionAnnotation]: `${revision}` },
    },
    spec: {
      group,
      scope: 'Namespaced',
      names: {
        kind,
        listKind: `${kind}List`,
        plural,
        singular: kind.toLowerCase(),
        shortNames: [shortName],
        categories: ['tintype'],
      },
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          schema: { openAPIV3Schema: withBoundsText(withRules(structural, rules)) },
          subresources: { status: {}, ...(scale && { scale }) },
          selectableFields: selectable.map((jsonPath) => ({ jsonPath })),
          additionalPrinterColumns: columns,
        },
      ],
    },
  };
};

/** `crds/manifests/` has them in YAML. */
export const manifests: Readonly<Record<OwnKind, CustomResourceDefinition>> = {
  BrowserSession: manifestOf('BrowserSession', kindDefinitions.BrowserSession),
  BrowserPool: manifestOf('BrowserPool', kindDefinitions.BrowserPool),
};
