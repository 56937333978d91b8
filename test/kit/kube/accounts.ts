import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../until.js';
import { callKubeOk, type KubeAccess, replaceFile, writeKubeconfig } from './access.js';

/** A rule of RBAC. https://kubernetes.io/docs/reference/access-authn-authz/rbac/ */
export interface KubeRule {
  apiGroups: readonly string[];
  resources: readonly string[];
  verbs: readonly string[];
  resourceNames?: readonly string[];
}

/** Rights in one namespace or in all. */
export interface KubeGrant {
  rules: readonly KubeRule[];
  namespace?: string | undefined;
}

export interface KubeSubject {
  kind: 'User' | 'ServiceAccount';
  name: string;
  /** For a service account. */
  namespace?: string;
}

const rbac = 'rbac.authorization.k8s.io';

const userNameOf = ({ kind, name, namespace }: KubeSubject) =>
  kind === 'User' ? name : `system:serviceaccount:${namespace}:${name}`;

const isAllowed = async (admin: KubeAccess, subject: KubeSubject, { rules, namespace }: KubeGrant) => {
  const [{ apiGroups, resources, verbs, resourceNames } = rules[0]!] = rules;
  const [resource, subresource] = resources[0]!.split('/');
  const resourceAttributes = {
    ...(namespace && { namespace }),
    ...(subresource && { subresource }),
    ...(resourceNames && { name: resourceNames[0] }),
    group: apiGroups[0],
    resource,
    verb: verbs[0],
  };
  const review = { apiVersion: 'authorization.k8s.io/v1', kind: 'SubjectAccessReview' };
  const path = '/apis/authorization.k8s.io/v1/subjectaccessreviews';
  const spec = { user: userNameOf(subject), resourceAttributes };
  return (await callKubeOk(admin, 'POST', path, { ...review, spec })).status.allowed;
};

/** Grants rights, and waits until the API server applies them. */
export const grantInKube = async (admin: KubeAccess, subject: KubeSubject, grant: KubeGrant): Promise<void> => {
  const { rules, namespace } = grant;
  const scope = namespace ? '' : 'Cluster';
  const folder = `/apis/${rbac}/v1/${namespace ? `namespaces/${namespace}/` : ''}${scope.toLowerCase()}`;
  const metadata = { generateName: 'test-' };
  const apiVersion = `${rbac}/v1`;
  const role = await callKubeOk(admin, 'POST', `${folder}roles`, { apiVersion, kind: `${scope}Role`, metadata, rules });
  await callKubeOk(admin, 'POST', `${folder}rolebindings`, {
    apiVersion,
    kind: `${scope}RoleBinding`,
    metadata,
    roleRef: { apiGroup: rbac, kind: `${scope}Role`, name: role.metadata.name },
    subjects: [{ ...subject, ...(subject.kind === 'User' && { apiGroup: rbac }) }],
  });
  await until('the grant is known', () => isAllowed(admin, subject, grant));
};

export interface KubeServiceAccountOptions {
  namespace: string;
  name: string;
  /** Created, with `token`, `ca.crt` and `namespace` as in a pod. */
  folder: string;
}

export class KubeServiceAccount {
  readonly access: KubeAccess & { tokenFile: string };
  readonly #admin: KubeAccess;
  readonly #options: KubeServiceAccountOptions;
  /** The tokens are bound to the secret and end with it. */
  #secret: string | undefined;

  constructor(admin: KubeAccess, options: KubeServiceAccountOptions) {
    const { folder, namespace } = options;
    this.#admin = admin;
    this.#options = options;
    const path = (name: string) => join(folder, name);
    const { server } = admin;
    this.access = {
      server,
      caFile: path('ca.crt'),
      tokenFile: path('token'),
      kubeconfigFile: path('kubeconfig'),
    };
    mkdirSync(folder, { recursive: true });
    symlinkSync(admin.caFile, path('ca.crt'));
    replaceFile(path('namespace'), namespace);
    writeKubeconfig(this.access);
  }

  get folder(): string {
    return this.#options.folder;
  }

  get subject(): KubeSubject {
    const { name, namespace } = this.#options;
    return { kind: 'ServiceAccount', name, namespace };
  }

  /** Writes a new token of one hour. The old one stays valid. */
  async renewToken(): Promise<void> {
    const { namespace, name } = this.#options;
    const core = `/api/v1/namespaces/${namespace}`;
    const secret = await callKubeOk(this.#admin, 'POST', `${core}/secrets`, {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { generateName: `${name}-` },
    });
    this.#secret = secret.metadata.name;
    const { status } = await callKubeOk(this.#admin, 'POST', `${core}/serviceaccounts/${name}/token`, {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      spec: {
        expirationSeconds: 3600,
        boundObjectRef: { apiVersion: 'v1', kind: 'Secret', name: this.#secret, uid: secret.metadata.uid },
      },
    });
    replaceFile(this.access.tokenFile, status.token);
  }

  /** Revokes the file's token. The API server caches it for up to 10 s. */
  async revokeToken(): Promise<void> {
    await callKubeOk(this.#admin, 'DELETE', `/api/v1/namespaces/${this.#options.namespace}/secrets/${this.#secret}`);
  }

  /** Looks like a token that was never mounted. */
  removeToken(): void {
    rmSync(this.access.tokenFile, { force: true });
  }
}
