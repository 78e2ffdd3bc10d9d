import { generate } from 'selfsigned';

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

/** A server's certificate under that authority. */
export async function makeCertificate(
  authority: Certificate,
  host: ({ ip: string } | { name: string }) & { from?: Date; until?: Date },
): Promise<Certificate> {
  const altName =
    'ip' in host ? ({ type: 7, ip: host.ip } as const) : ({ type: 2, value: host.name } as const);
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'server' }], {
    ...EC,
    ca: authority,
    notBeforeDate: host.from ?? new Date('2019-01-01'),
    notAfterDate: host.until ?? new Date('2099-01-01'),
    extensions: [{ name: 'subjectAltName', altNames: [altName] }],
  });
  return { key, cert };
}
