import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sandbox } from '../machine/sandbox.js';

/** Logs the requests of the installation's accounts to the API server. https://kubernetes.io/docs/tasks/debug/debug-cluster/audit/ */
const policy = (namespace: string) => ({
  apiVersion: 'audit.k8s.io/v1',
  kind: 'Policy',
  omitStages: ['RequestReceived'],
  rules: [{ level: 'Metadata', userGroups: [`system:serviceaccounts:${namespace}`] }, { level: 'None' }],
});

/** A request and its answer; for an open watch, the start of the answer. */
export interface AuditEvent {
  user: { username: string };
  verb: string;
  requestURI: string;
  userAgent?: string;
  objectRef?: { apiGroup?: string; resource: string; subresource?: string; name?: string };
  responseStatus?: { code?: number };
}

const file = ({ folder }: Sandbox): string => join(folder, 'audit.log');

export const auditFlags = (sandbox: Sandbox, namespace: string): string[] => {
  const policyFile = join(sandbox.folder, 'audit-policy.json');
  writeFileSync(policyFile, JSON.stringify(policy(namespace)));
  return [`--audit-policy-file=${policyFile}`, `--audit-log-path=${file(sandbox)}`];
};

export const readAudit = (sandbox: Sandbox): AuditEvent[] =>
  readFileSync(file(sandbox), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
