import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import forge from 'node-forge';

/** PEM */
export interface Credentials {
  certificate: string;
  key: string;
}

/** The API server reads the common name as user, the organisations as groups. */
export interface Subject {
  commonName: string;
  organisations?: readonly string[];
}

type Extension = Record<string, unknown>;

interface Request {
  subject: Subject;
  key: forge.pki.rsa.PublicKey;
  extensions: readonly Extension[];
}

interface Issuer {
  subject: Subject;
  keys: forge.pki.rsa.KeyPair;
}

const hourMs = 3_600_000;

/** UTF-8: a PrintableString takes no `_`, `@` or `*`. */
const attribute = (shortName: string, value: string) =>
  ({ shortName, value, valueTagClass: forge.asn1.Type.UTF8 }) as unknown as forge.pki.CertificateField;

const attributesOf = ({ commonName, organisations = [] }: Subject) => [
  ...organisations.map((name) => attribute('O', name)),
  attribute('CN', commonName),
];

const authorityExtensions: readonly Extension[] = [
  { name: 'basicConstraints', critical: true, cA: true },
  { name: 'keyUsage', critical: true, keyCertSign: true },
];

/** https://www.rfc-editor.org/rfc/rfc5280#section-4.2.1.6: 2 is a DNS name, 7 an address. */
const alternativeNames = (hosts: readonly string[]): Extension => ({
  name: 'subjectAltName',
  altNames: hosts.map((host) => (isIP(host) ? { type: 7, ip: host } : { type: 2, value: host })),
});

const leafExtensions = (hosts: readonly string[]): readonly Extension[] => [
  { name: 'keyUsage', critical: true, digitalSignature: true, keyEncipherment: true },
  { name: 'extKeyUsage', serverAuth: hosts.length > 0, clientAuth: hosts.length === 0 },
  ...(hosts.length > 0 ? [alternativeNames(hosts)] : []),
];

/** Node makes RSA keys of 2048 bits in 50 ms. */
const newKeys = () => forge.pki.rsa.generateKeyPair(2048);

const signed = ({ subject, key, extensions }: Request, issuer: Issuer): string => {
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = key;
  certificate.serialNumber = `01${randomBytes(15).toString('hex')}`;
  certificate.validity.notBefore = new Date(Date.now() - hourMs);
  certificate.validity.notAfter = new Date(Date.now() + 365 * 24 * hourMs);
  certificate.setSubject(attributesOf(subject));
  certificate.setIssuer(attributesOf(issuer.subject));
  // Strict checkers want both key identifiers.
  const keyIdentifier = forge.pki.getPublicKeyFingerprint(issuer.keys.publicKey).getBytes();
  const keyIds = [{ name: 'subjectKeyIdentifier' }, { name: 'authorityKeyIdentifier', keyIdentifier }];
  certificate.setExtensions([...extensions, ...keyIds]);
  certificate.sign(issuer.keys.privateKey, forge.md.sha256.create());
  return forge.pki.certificateToPem(certificate);
};

/** https://www.rfc-editor.org/rfc/rfc5280 */
export class CertificateAuthority {
  readonly #issuer: Issuer;
  /** PEM */
  readonly certificate: string;

  constructor(commonName: string) {
    this.#issuer = { subject: { commonName }, keys: newKeys() };
    const { subject, keys } = this.#issuer;
    this.certificate = signed({ subject, key: keys.publicKey, extensions: authorityExtensions }, this.#issuer);
  }

  /** Issues a certificate with its own key, for a server on these hosts, or without hosts for a client. */
  issue(subject: Subject, hosts: readonly string[] = []): Credentials {
    const { publicKey, privateKey } = newKeys();
    const certificate = signed({ subject, key: publicKey, extensions: leafExtensions(hosts) }, this.#issuer);
    return { certificate, key: forge.pki.privateKeyToPem(privateKey) };
  }
}

/** Self-signed, PEM: a client must be given the certificate to trust it. */
export const makeCertificate = (...hosts: string[]): { key: string; cert: string } => {
  const issuer = { subject: { commonName: hosts[0] ?? '' }, keys: newKeys() };
  const extensions = [{ name: 'basicConstraints', critical: true, cA: true }, alternativeNames(hosts)];
  const cert = signed({ subject: issuer.subject, key: issuer.keys.publicKey, extensions }, issuer);
  return { key: forge.pki.privateKeyToPem(issuer.keys.privateKey), cert };
};
