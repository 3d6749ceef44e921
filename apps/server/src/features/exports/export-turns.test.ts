import { once } from 'node:events';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { LimitReached } from '../../platform/errors.ts';
import { createExportTurns } from './export-turns.ts';

const file = () => new Readable({ read: () => undefined });

test('of one person three files are written at once, and one that ends makes room', async () => {
  const turns = createExportTurns();
  const files = Array.from({ length: 3 }, () => turns.count('ana', file()));
  expect(() => turns.require('ana')).toThrow(
    new LimitReached('Você já está baixando três arquivos. Espere um deles terminar e tente novamente.', 5),
  );
  expect(() => turns.require('bia')).not.toThrow();
  files[0]?.destroy();
  await once(files[0] as Readable, 'close');
  expect(() => turns.require('ana')).not.toThrow();
});

test('of all people together forty are', () => {
  const turns = createExportTurns();
  for (let person = 0; person < 40; person++) turns.count(`person ${person}`, file());
  expect(() => turns.require('another')).toThrow('Há muitos downloads em andamento.');
});
