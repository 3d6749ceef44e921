import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createServer } from 'node:tls';
import { StartRefused } from '@nascente/runtime/start-refused';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createTestCertificate } from '../../testing/test-certificate.ts';
import { openCertificates } from './certificates.ts';

const filesWith = (pair: { cert: string; key: string }) => {
  const directory = mkdtempSync(join(tmpdir(), 'nascente-tls-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const files = { certificateFile: join(directory, 'cert.pem'), keyFile: join(directory, 'key.pem') };
  writeFileSync(files.certificateFile, pair.cert);
  writeFileSync(files.keyFile, pair.key);
  return files;
};

const serving = async (first: { cert: string; key: string }) => {
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  const files = filesWith(first);
  const certificates = await openCertificates(files, log);
  onTestFinished(certificates.stop);
  const server = createServer(certificates.current(), (socket) => socket.pipe(socket));
  certificates.renewAt(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const open = async () => {
    const { port } = server.address() as AddressInfo;
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    await once(socket, 'secureConnect');
    return socket;
  };
  const shown = async (): Promise<string> => {
    const socket = await open();
    const { subject } = new X509Certificate(socket.getPeerCertificate().raw);
    socket.destroy();
    return subject;
  };
  return { files, lines, certificates, open, shown };
};

test('shows a replaced certificate to new connections, and closes no existing one', async () => {
  const { files, lines, open, shown, certificates } = await serving(createTestCertificate('first'));
  expect(await shown()).toBe('CN=first');
  expect(certificates.expiresAt()).toBeGreaterThan(Date.now());
  const stays = await open();
  const next = createTestCertificate('second');
  writeFileSync(`${files.certificateFile}.new`, next.cert);
  writeFileSync(`${files.keyFile}.new`, next.key);
  renameSync(`${files.certificateFile}.new`, files.certificateFile);
  renameSync(`${files.keyFile}.new`, files.keyFile);
  await expect.poll(shown, { timeout: 20_000 }).toBe('CN=second');
  expect(lines.join('')).toContain('The new certificate is in use');
  stays.write('still here');
  expect(String((await once(stays, 'data'))[0])).toBe('still here');
});

test.each([
  ['half of a certificate', (next: { cert: string }) => ({ cert: next.cert.slice(0, 200) })],
  ['a certificate without its key', (next: { cert: string }) => ({ cert: next.cert })],
])('%s preserves the previous pair with one warning, and a later valid pair is used', async (_, broken) => {
  const { files, lines, shown } = await serving(createTestCertificate('first'));
  const next = createTestCertificate('second');
  writeFileSync(files.certificateFile, broken(next).cert);
  const warnings = () => lines.filter((line) => line.includes('the one before stays in use'));
  await expect.poll(warnings, { timeout: 20_000 }).toHaveLength(1);
  expect(await shown()).toBe('CN=first');
  writeFileSync(files.certificateFile, next.cert);
  writeFileSync(files.keyFile, next.key);
  await expect.poll(shown, { timeout: 20_000 }).toBe('CN=second');
});

test('refuses to start with an invalid pair, in one line', async () => {
  const files = filesWith({ cert: createTestCertificate('a').cert, key: createTestCertificate('b').key });
  const opening = openCertificates(files, pino({ level: 'silent' }));
  await expect(opening).rejects.toThrow(StartRefused);
  await expect(opening).rejects.toThrow(
    'TLS_CERT and TLS_KEY cannot be used: the key is of another certificate.',
  );
});
