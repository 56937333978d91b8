import { join } from 'node:path';
import { CertificateAuthority, type Subject } from '../egress/certificate.js';
import { replaceFile } from './access.js';

/** A test cluster's certificates in a folder, each with its key, from one authority. */
export class KubeCertificates {
  readonly #folder: string;
  readonly #issued = new Map<string, { subject: Subject; hosts: readonly string[] }>();
  #count = 0;
  #authority = this.#newAuthority();
  #trusted = [this.#authority];

  constructor(folder: string) {
    this.#folder = folder;
    this.#writeTrusted();
  }

  /** The trusted authorities. */
  get caFile(): string {
    return join(this.#folder, 'ca.crt');
  }

  /** Returns the file of a certificate for a client, or for a server on these hosts. */
  issue(name: string, subject: Subject, hosts: readonly string[] = []): string {
    this.#issued.set(name, { subject, hosts });
    const { certificate, key } = this.#authority.issue(subject, hosts);
    const path = join(this.#folder, name);
    replaceFile(path, certificate + key);
    return path;
  }

  renew(): void {
    for (const [name, { subject, hosts }] of this.#issued) this.issue(name, subject, hosts);
  }

  /** A new authority issues; the old one stays trusted. */
  addAuthority(): void {
    this.#authority = this.#newAuthority();
    this.#trusted.push(this.#authority);
    this.#writeTrusted();
  }

  dropOldAuthorities(): void {
    this.#trusted = [this.#authority];
    this.#writeTrusted();
  }

  #newAuthority(): CertificateAuthority {
    return new CertificateAuthority(`test-authority-${++this.#count}`);
  }

  #writeTrusted(): void {
    replaceFile(this.caFile, this.#trusted.map(({ certificate }) => certificate).join(''));
  }
}
