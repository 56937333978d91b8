/** A request to the API server in terms of RBAC. */
export interface KubeCall {
  verb: string;
  /** Such as `pods` or `pods/status`; for other paths the path, such as `/version`. */
  resource: string;
  namespace?: string | undefined;
  name?: string | undefined;
  url: URL;
}

/** Matches calls with all of these, or by a function. Empty: all calls. */
export type CallMatch =
  | Partial<Pick<KubeCall, 'verb' | 'resource' | 'namespace' | 'name'>>
  | ((call: KubeCall) => boolean);

const resourcePath =
  /^\/(?:api|apis\/[^/]+)\/[^/]+\/(?:namespaces\/(?<namespace>[^/]+)\/)?(?<plural>[^/]+)(?:\/(?<name>[^/]+)(?:\/(?<sub>.+))?)?$/;

const writes: Record<string, string> = { POST: 'create', PUT: 'update', PATCH: 'patch' };

const verbOf = (method: string, url: URL, name: string | undefined): string => {
  if (method === 'DELETE') return name ? 'delete' : 'deletecollection';
  if (method !== 'GET') return writes[method] ?? method.toLowerCase();
  if (['true', '1'].includes(url.searchParams.get('watch') ?? '')) return 'watch';
  return name ? 'get' : 'list';
};

/** https://kubernetes.io/docs/reference/access-authn-authz/authorization/#determine-the-request-verb */
export const callOf = (method: string, target: string): KubeCall => {
  const url = new URL(target, 'https://api.invalid');
  const { namespace, plural, name, sub } = resourcePath.exec(url.pathname)?.groups ?? {};
  if (!plural) return { verb: method.toLowerCase(), resource: url.pathname, url };
  return { verb: verbOf(method, url, name), resource: sub ? `${plural}/${sub}` : plural, namespace, name, url };
};

export const matches = (match: CallMatch, call: KubeCall): boolean => {
  if (typeof match === 'function') return match(call);
  const { verb = call.verb, resource = call.resource, namespace = call.namespace, name = call.name } = match;
  return verb === call.verb && resource === call.resource && namespace === call.namespace && name === call.name;
};
