import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

interface Key {
  readonly id: Buffer;
  readonly privateKey: KeyObject;
  readonly handle: string;
  counter: number;
}

/** What a device is told by the page, or by a page that pretends to be it. */
interface Page {
  readonly origin?: string;
  readonly rpId?: string;
  /** The device asked for nobody's finger or PIN. */
  readonly unseen?: boolean;
}

const ORIGIN = 'https://app.nascente.test';
const RP_ID = 'app.nascente.test';
const PRESENT = 0x01;
const VERIFIED = 0x04;
const WITH_KEY = 0x40;

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();

const clientData = (type: string, challenge: string, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

/** WebAuthn, section 6.1: whose page, what was asked of the owner, how often the key was used. */
const authenticatorData = (rpId: string, flags: number, counter: number, rest = Buffer.alloc(0)): Buffer => {
  const counted = Buffer.alloc(4);
  counted.writeUInt32BE(counter);
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), counted, rest]);
};

const cosePublicKey = (publicKey: KeyObject): Uint8Array => {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const coordinate = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ]),
  );
};

/**
 * A device as WebAuthn describes it, without a browser before it: it makes keys (ES256) and signs with the newest, by what it is
 * told of the page.
 */
export const createDeviceWithKeys = (options: { counts?: boolean } = {}) => {
  const { counts = true } = options;
  const keys: Key[] = [];
  const flagsOf = ({ unseen = false }: Page): number => (unseen ? PRESENT : PRESENT | VERIFIED);

  return {
    make(requested: { challenge: string; user: { id: string } }, page: Page = {}) {
      const { origin = ORIGIN, rpId = RP_ID } = page;
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const key = { id: randomBytes(32), privateKey, handle: requested.user.id, counter: counts ? 1 : 0 };
      keys.push(key);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(key.id.length);
      const about = Buffer.concat([Buffer.alloc(16), length, key.id, cosePublicKey(publicKey)]);
      const authData = authenticatorData(rpId, flagsOf(page) | WITH_KEY, key.counter, about);
      const attestation = isoCBOR.encode(
        new Map<string, string | Map<string, string> | Uint8Array>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, string>()],
          ['authData', new Uint8Array(authData)],
        ]),
      );
      const id = key.id.toString('base64url');
      return {
        id,
        rawId: id,
        type: 'public-key' as const,
        response: {
          clientDataJSON: clientData('webauthn.create', requested.challenge, origin).toString('base64url'),
          attestationObject: Buffer.from(attestation).toString('base64url'),
        },
      };
    },
    sign(requested: { challenge: string }, page: Page & { as?: string } = {}) {
      const { origin = ORIGIN, rpId = RP_ID } = page;
      const key = keys.at(-1);
      if (key === undefined) throw new Error('the device has no key');
      if (counts) key.counter += 1;
      const data = clientData('webauthn.get', requested.challenge, origin);
      const authData = authenticatorData(rpId, flagsOf(page), key.counter);
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), key.privateKey);
      const id = key.id.toString('base64url');
      return {
        id,
        rawId: id,
        type: 'public-key' as const,
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: page.as ?? key.handle,
        },
      };
    },
    /** As somebody does who has copied the key before its newest uses. */
    countBack(uses: number) {
      const key = keys.at(-1);
      if (key !== undefined) key.counter -= uses;
    },
  };
};
