import { once } from 'node:events';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { LimitReached } from '../../platform/errors.ts';
import { createExportTurns } from './index.ts';

const requested = async () => ({ stream: new Readable({ read: () => undefined }) });
const REFUSED = new LimitReached(
  'Você já está baixando três arquivos. Espere um deles terminar e tente novamente.',
  5,
);

test('allows three files of one account at once, and a finished one frees its place', async () => {
  const inTurn = createExportTurns();
  // Counted from when they are asked for: none has begun yet.
  const started = Array.from({ length: 3 }, () => inTurn('ana', requested));
  await expect(inTurn('ana', requested)).rejects.toThrow(REFUSED);
  await inTurn('bia', requested);
  const [{ stream }] = (await Promise.all(started)) as [{ stream: Readable }];
  stream.destroy();
  await once(stream, 'close');
  await inTurn('ana', requested);
  await expect(inTurn('ana', requested)).rejects.toThrow(REFUSED);
});

test('a failed export frees its place', async () => {
  const inTurn = createExportTurns();
  const failing = () => inTurn('ana', () => Promise.reject(new Error('no such days')));
  for (let time = 0; time < 4; time++) await expect(failing()).rejects.toThrow('no such days');
  await inTurn('ana', requested);
});

test('allows forty exports at once over all accounts', async () => {
  const inTurn = createExportTurns();
  for (let person = 0; person < 40; person++) await inTurn(`person ${person}`, requested);
  await expect(inTurn('another', requested)).rejects.toThrow('Há muitos downloads em andamento.');
});
