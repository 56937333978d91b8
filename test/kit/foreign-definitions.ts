import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Go modules with definitions of kinds that the chart creates for other operators. */
const sources = [
  {
    module: 'github.com/prometheus-operator/prometheus-operator@v0.85.0',
    folder: 'example/prometheus-operator-crd',
    files: ['monitoring.coreos.com_servicemonitors.yaml', 'monitoring.coreos.com_prometheusrules.yaml'],
  },
  {
    module: 'sigs.k8s.io/gateway-api@v1.4.0',
    folder: 'config/crd/standard',
    files: ['gateway.networking.k8s.io_httproutes.yaml'],
  },
  { module: 'github.com/kedacore/keda/v2@v2.21.0', folder: 'config/crd/bases', files: ['keda.sh_scaledobjects.yaml'] },
];

/** Downloads missing ones (13 MB) and checks sums, with the Go that built the API server. Returns the files. */
export const foreignDefinitions = async (): Promise<string[]> => {
  const found = sources.map(async ({ module, folder, files }) => {
    // Ignores a Go module around this checkout.
    const { stdout } = await run('go', ['mod', 'download', '-json', module], { cwd: tmpdir() });
    const { Dir } = JSON.parse(stdout) as { Dir: string };
    return files.map((file) => join(Dir, folder, file));
  });
  return (await Promise.all(found)).flat();
};
