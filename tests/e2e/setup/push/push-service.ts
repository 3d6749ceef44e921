import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestCertificate } from '../../../../apps/server/src/testing/test-certificate.ts';

/** Servers that send to it run at other times. */
const VALID_DAYS = 400;
const { cert, key } = createTestCertificate('push', VALID_DAYS);
/** By which a server knows the service. */
export const CERTIFICATE = join(mkdtempSync(join(tmpdir(), 'nascente-push-')), 'certificate.pem');
writeFileSync(CERTIFICATE, cert);

const SALT_BYTES = 16;
const TAG_BYTES = 16;
const KEY_ID_AT = 21;

/** The text that a browser would decrypt (RFC 8291, RFC 8188; one record). */
const decrypted = (body: Buffer, receiver: ReturnType<typeof createECDH>, auth: Buffer): string => {
  const salt = body.subarray(0, SALT_BYTES);
  const sender = body.subarray(KEY_ID_AT, KEY_ID_AT + body.readUInt8(KEY_ID_AT - 1));
  const record = body.subarray(KEY_ID_AT + sender.length);
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), receiver.getPublicKey(), sender]);
  const shared = hkdfSync('sha256', receiver.computeSecret(sender), auth, about, 32);
  const derived = (info: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(shared), salt, Buffer.from(info), bytes));
  const key = derived('Content-Encoding: aes128gcm\0', 16);
  const decipher = createDecipheriv('aes-128-gcm', key, derived('Content-Encoding: nonce\0', 12));
  decipher.setAuthTag(record.subarray(-TAG_BYTES));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
};

/** A push service of this machine and one browser that has subscribed to it. */
export async function openPushService() {
  const receiver = createECDH('prime256v1');
  receiver.generateKeys();
  const auth = randomBytes(16);
  const received: string[] = [];
  const server = createServer({ cert, key }, (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      // Only a server that shows its key may send (RFC 8292).
      const isSigned = /^vapid t=[\w.-]+, ?k=/.test(request.headers.authorization ?? '');
      if (isSigned) received.push(decrypted(Buffer.concat(parts), receiver, auth));
      response.writeHead(isSigned ? 201 : 401).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    /** A browser's description of its subscription. */
    subscription: {
      endpoint: `https://localhost:${port}/push/browser`,
      keys: { p256dh: receiver.getPublicKey('base64url'), auth: auth.toString('base64url') },
    },
    /** The messages so far, as the browser reads them. */
    received: (): readonly string[] => received,
    close: () => void server.close(),
  };
}
