import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { callService, jsonOf } from './service.js';

const list = async <T>(form: ILoadOptionsFunctions, path: string): Promise<T> =>
  jsonOf<T>(await callService(form, { method: 'GET', path, timeoutSeconds: 30 }));

const named = (rows: ReadonlyArray<{ name: string }>): INodePropertyOptions[] =>
  rows.map(({ name }) => ({ name, value: name }));

export async function getDevices(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  const { devices } = await list<{
    devices: Array<{ name: string; key: string; viewport: { width: number; height: number } }>;
  }>(this, '/screenshot/devices');
  return devices.map(({ name, key, viewport: { width, height } }) => ({
    name,
    value: key,
    description: `${width} × ${height}`,
  }));
}

export async function getPresets(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  return named((await list<{ presets: Array<{ name: string }> }>(this, '/v1/account/presets')).presets);
}

export async function getProfiles(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  return named((await list<{ profiles: Array<{ name: string }> }>(this, '/v1/account/profiles')).profiles);
}
