import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { BEHIND } from './proxy.ts';

const EC = { keyType: 'ec', algorithm: 'sha256' } as const;

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** A private certificate authority. */
export async function makeAuthority(name: string): Promise<Certificate> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: name }], {
    ...EC,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, digitalSignature: true, critical: true },
    ],
  });
  return { key, cert };
}

/** A server's certificate, issued by the authority. */
export async function makeCertificate(
  authority: Certificate,
  { ip, name, from, until }: { ip?: string; name?: string; from?: Date; until?: Date },
): Promise<Certificate> {
  const addresses = ip === undefined ? [] : [{ type: 7, ip } as const];
  const names = name === undefined ? [] : [{ type: 2, value: name } as const];
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'server' }], {
    ...EC,
    ca: authority,
    notBeforeDate: from ?? new Date('2019-01-01'),
    notAfterDate: until ?? new Date('2099-01-01'),
    extensions: [{ name: 'subjectAltName', altNames: [...addresses, ...names] }],
  });
  return { key, cert };
}

/** A certificate for servers on loopback, and for the name that only the proxy resolves. */
export interface TrustedServer extends Disposable {
  readonly authority: Certificate;
  readonly tls: Certificate;
  /** Makes a step trust the authority. */
  readonly trusting: { readonly NODE_EXTRA_CA_CERTS: string };
}

export async function trustedServer(): Promise<TrustedServer> {
  const authority = await makeAuthority('A private authority');
  const tls = await makeCertificate(authority, { ip: '127.0.0.1', name: BEHIND });
  const folder = mkdtempSync(join(tmpdir(), 'authority-'));
  const file = join(folder, 'authority.pem');
  writeFileSync(file, authority.cert);
  return {
    authority,
    tls,
    trusting: { NODE_EXTRA_CA_CERTS: file },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, maxRetries: 5 }),
  };
}
