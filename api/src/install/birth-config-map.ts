import type { BirthRecord } from '@tintype/ledger';
import { ConfigError } from '@tintype/runtime';
import type { Installation } from '@tintype/stores';
import { z } from 'zod';

/** The key of the birth in the ConfigMap. It is also the name of the file in an operator that mounts the ConfigMap. */
const key = 'birth';

const labels = { 'app.kubernetes.io/name': 'tintype', 'app.kubernetes.io/component': 'ledger' };

/** An installation's record of its ledger, in a ConfigMap that the operator mounts. The record is no secret. */
export class BirthConfigMap implements BirthRecord {
  readonly #objects: Pick<Installation, 'readConfigMap' | 'writeConfigMap'>;
  readonly #name: string;

  constructor(objects: Pick<Installation, 'readConfigMap' | 'writeConfigMap'>, name: string) {
    this.#objects = objects;
    this.#name = name;
  }

  async read(): Promise<string | undefined> {
    const data = await this.#objects.readConfigMap(this.#name);
    if (!data) return undefined;
    const birth = z.uuid().safeParse(data[key]?.trim()).data;
    if (birth) return birth;
    throw new ConfigError(
      `The ConfigMap ${this.#name} is damaged: it names the ledger of this installation. Restore it, or run the task \`adopt\`.`,
    );
  }

  async write(birth: string): Promise<void> {
    await this.#objects.writeConfigMap(this.#name, { [key]: `${birth}\n` }, labels);
  }
}
