import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chartFolder, helm } from '../kit/chart.js';

const refusal = async (...args: string[]): Promise<string> => {
  const error = await helm(['template', 'tintype', chartFolder, ...args]).then(
    () => assert.fail(`${args.join(' ')} was taken`),
    (failed: { stderr: string }) => failed,
  );
  return error.stderr;
};

describe('the values of the chart', { timeout: 300_000 }, () => {
  for (const [wrong, said] of [
    ['api.replica=2', /replica/],
    ['browserNode.slots=0', /slots/],
    ['browserNode.slots=many', /slots/],
    ['nats.replicas=2', /replicas/],
    ['seccomp.type=Off', /type/],
    ['seccomp.profile=../../etc/passwd', /profile/],
    ['image.pullPolicy=Sometimes', /pullPolicy/],
    ['networkPolicy.browserExcept={fc00::/7}', /browserExcept/],
    ['networkPolicy.browserExcept={0.0.0.0/0}', /browserExcept/],
    ['api.pdb.maxUnavailable=0', /maxUnavailable/],
    ['nats.pdb.maxUnavailable=0%', /maxUnavailable/],
    ['operator.pdb.maxUnavailable=150%', /maxUnavailable/],
    [
      'api.autoscaling.enabled=true,api.autoscaling.minReplicas=11',
      /api\.autoscaling\.minReplicas is 11, and more than/,
    ],
    [
      'browserNode.autoscaling.enabled=true,browserNode.autoscaling.maxReplicas=1',
      /more than browserNode\.autoscaling\.max/,
    ],
    ['browserNode.keda.enabled=true,browserNode.keda.minReplicas=30', /browserNode\.keda\.minReplicas is 30, and more/],
    ['urls.base=shots.example.com', /base/],
    ['networkPolicy.browserAllow={10.0.0.1}', /browserAllow/],
    ['pool.resources.limits.memory=lots', /memory/],
    ['api.extraEnv[0].value=x', /extraEnv/],
    ['nats.enabled=false', /nats\.existing\.secret is needed/],
    ['storage.s3.enabled=true', /storage\.s3\.endpoint is needed/],
    ['ingress.enabled=true', /ingress\.hosts needs a host/],
    ['httpRoute.enabled=true', /httpRoute\.parentRefs needs a Gateway/],
    ['browserNode.autoscaling.enabled=true,browserNode.keda.enabled=true', /exclude each other/],
  ] as const)
    it(`refuses ${wrong}, and says why`, async () => {
      assert.match(await refusal('--set', wrong), said);
    });

  // A rule without ports or peers is one that lets everybody through.
  for (const list of ['apiServer.cidrs', 'apiServer.ports', 'dns.to', 'dns.ports', 's3Ports'])
    for (const nothing of ['[]', 'null'])
      it(`refuses ${nothing} for networkPolicy.${list}, and says why`, async () => {
        const said = await refusal('--set-json', `networkPolicy.${list}=${nothing}`);
        assert.ok(
          said.includes(`/networkPolicy/${list.replace('.', '/')}': minItems`) || /missing property/.test(said),
          said,
        );
      });

  for (const path of ['commonLabels', 'api.podLabels', 'nats.podLabels', 'pool.podLabels'])
    it(`takes labels in ${path}, but none that the chart sets itself`, async () => {
      const label = (name: string) => ['--set-json', `${path}={"${name}":"x"}`];
      await helm(['template', 'tintype', chartFolder, ...label('app.kubernetes.io/part-of')]);
      const own = ['name', 'instance', 'component', 'managed-by', 'version'].map((name) => `app.kubernetes.io/${name}`);
      for (const name of [...own, 'helm.sh/chart', 'tintype.dev/metrics'])
        assert.match(await refusal(...label(name)), new RegExp(path.replace('.', '/')));
    });
});
