import { generateKeyPairSync, sign } from 'node:crypto';

/** One value of DER: its tag, its length, what it holds. */
const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const held = Buffer.concat(parts);
  if (held.length < 128) return Buffer.concat([Buffer.from([tag, held.length]), held]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(held.length);
  return Buffer.concat([Buffer.from([tag, 0x82]), length, held]);
};
const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');
const oid = (hex: string): Buffer => der(0x06, bytes(hex));
const TRUE = der(0x01, bytes('ff'));

const SIGNATURES = {
  ec: sequence(oid('2a8648ce3d040302')),
  rsa: sequence(oid('2a864886f70d01010b'), der(0x05)),
};
const keysOf = (algorithm: keyof typeof SIGNATURES) =>
  algorithm === 'ec'
    ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
    : generateKeyPairSync('rsa', { modulusLength: 2048 });
const nameOf = (text: string): Buffer =>
  sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(text)))));
const timeOf = (at: Date): Buffer =>
  der(0x17, Buffer.from(`${at.toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`));

const EXTENSIONS = der(
  0xa3,
  sequence(
    sequence(oid('551d13'), TRUE, der(0x04, sequence(TRUE))),
    sequence(
      oid('551d11'),
      der(0x04, sequence(der(0x82, Buffer.from('localhost')), der(0x87, bytes('7f000001')))),
    ),
  ),
);

const pem = (text: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${text.toString('base64').replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;

/** A certificate of `localhost` that signs itself (RFC 5280), valid for so many days from yesterday on, and its key. */
export const createTestCertificate = (name: string, days = 1, algorithm: keyof typeof SIGNATURES = 'ec') => {
  const { publicKey, privateKey } = keysOf(algorithm);
  const day = 86_400_000;
  const content = sequence(
    der(0xa0, der(0x02, bytes('02'))),
    der(0x02, bytes('01')),
    SIGNATURES[algorithm],
    nameOf(name),
    sequence(timeOf(new Date(Date.now() - day)), timeOf(new Date(Date.now() + days * day))),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    EXTENSIONS,
  );
  const signature = der(0x03, bytes('00'), sign('sha256', content, privateKey));
  return {
    cert: pem(sequence(content, SIGNATURES[algorithm], signature)),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
};
