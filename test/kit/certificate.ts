import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Signed by itself: nobody trusts it who is not given it. PEM. */
export const makeCertificate = (names = 'IP:127.0.0.1'): { key: Buffer; cert: Buffer } => {
  const folder = mkdtempSync(join(tmpdir(), 'tintype-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', `subjectAltName=${names}`];
  const files = ['-keyout', key, '-out', cert];
  try {
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...subject, ...files], {
      stdio: 'ignore',
    });
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } finally {
    rmSync(folder, { recursive: true });
  }
};
