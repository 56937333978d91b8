import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';
import {
  bits,
  boolean,
  element,
  explicit,
  identifier,
  integer,
  octets,
  sequence,
  set,
  utcTime,
  utf8,
} from './kube-der.js';

/** In PEM. */
export interface Credentials {
  certificate: string;
  key: string;
}

/** Whom a certificate is for. The API server takes the common name as the user and organisations as its groups. */
export interface Subject {
  commonName: string;
  organisations?: readonly string[];
}

const hourMs = 3_600_000;
const ecdsaWithSha256 = sequence(identifier('1.2.840.10045.4.3.2'));

const attribute = (type: string, value: string) => set(sequence(identifier(type), utf8(value)));

const nameOf = ({ commonName, organisations = [] }: Subject) =>
  sequence(...organisations.map((name) => attribute('2.5.4.10', name)), attribute('2.5.4.3', commonName));

const critical = (type: string, value: Buffer) => sequence(identifier(type), boolean(true), octets(value));

const extension = (type: string, value: Buffer) => sequence(identifier(type), octets(value));

const keyUsage = (first: number, unused: number) => critical('2.5.29.15', bits(Uint8Array.of(first), unused));

const ofAuthority = [
  critical('2.5.29.19', sequence(boolean(true))),
  // keyCertSign
  keyUsage(0b0000_0100, 2),
];

const addressBytes = (address: string) => Uint8Array.from(address.split('.').map(Number));

/** Names are told from addresses (IPv4 only). */
const alternativeNames = (hosts: readonly string[]) =>
  extension(
    '2.5.29.17',
    sequence(
      ...hosts.map((host) => (isIP(host) ? element(0x87, addressBytes(host)) : element(0x82, Buffer.from(host)))),
    ),
  );

const serverAuth = '1.3.6.1.5.5.7.3.1';
const clientAuth = '1.3.6.1.5.5.7.3.2';

/** For a server when it has hosts, else for a client. */
const ofLeaf = (hosts: readonly string[]) => [
  // digitalSignature
  keyUsage(0b1000_0000, 7),
  extension('2.5.29.37', sequence(identifier(hosts.length > 0 ? serverAuth : clientAuth))),
  ...(hosts.length > 0 ? [alternativeNames(hosts)] : []),
];

const spki = (key: KeyObject) => key.export({ type: 'spki', format: 'der' });

const keyId = (key: KeyObject) => createHash('sha256').update(spki(key)).digest().subarray(0, 20);

/** Strict checkers want to be told whose key is whose. */
const keyIds = (subject: KeyObject, authority: KeyObject) => [
  extension('2.5.29.14', octets(keyId(subject))),
  extension('2.5.29.35', sequence(element(0x80, keyId(authority)))),
];

const pem = (der: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`;

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** The private key as the API server reads it. */
export const keyText = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();

/**
 * A certificate authority. ECDSA, because its keys are made in no time. https://www.rfc-editor.org/rfc/rfc5280
 */
export class CertificateAuthority {
  readonly #keys = newKeys();
  readonly #name: Buffer;
  /** Its own, in PEM. */
  readonly certificate: string;

  constructor(commonName: string) {
    this.#name = nameOf({ commonName });
    this.certificate = this.#sign(this.#name, this.#keys.publicKey, ofAuthority);
  }

  /** A certificate for a client, or for a server on these hosts, with a key of its own. */
  issue(subject: Subject, hosts: readonly string[] = []): Credentials {
    const { publicKey, privateKey } = newKeys();
    return { certificate: this.#sign(nameOf(subject), publicKey, ofLeaf(hosts)), key: keyText(privateKey) };
  }

  #sign(subject: Buffer, key: KeyObject, extensions: readonly Buffer[]): string {
    const now = Date.now();
    const certified = sequence(
      // Version 3, the one with extensions.
      explicit(0, integer(Uint8Array.of(2))),
      integer(Buffer.concat([Uint8Array.of(1), randomBytes(15)])),
      ecdsaWithSha256,
      this.#name,
      sequence(utcTime(new Date(now - hourMs)), utcTime(new Date(now + 365 * 24 * hourMs))),
      subject,
      spki(key),
      explicit(3, sequence(...extensions, ...keyIds(key, this.#keys.publicKey))),
    );
    return pem(sequence(certified, ecdsaWithSha256, bits(sign('sha256', certified, this.#keys.privateKey))));
  }
}
