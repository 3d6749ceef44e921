import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PASSWORD_TEXTS } from '@nascente/contract/people/new-password';
import { afterAll, describe, expect, it } from 'vitest';
import { createGuessablePasswords, isInSortedHashes } from './passwords.ts';

const EMAIL = 'ana@padaria.test';
const folder = mkdtempSync(join(tmpdir(), 'nascente-hashes-'));
afterAll(() => rmSync(folder, { recursive: true }));

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase();

const fileOf = (name: string, hashes: readonly string[], end = '\r\n') => {
  const path = join(folder, name);
  writeFileSync(path, hashes.toSorted().join(end) + end);
  return path;
};

describe('a new password', () => {
  const refuse = createGuessablePasswords(null);

  it.each(['Dragonfly1!', 'Iloveyou2!', 'Sup3rman#2024', 'Thiago@2025', 'Bailey*99'])(
    'refuses %s as a leaked password with a common ending',
    async (password) => {
      await expect(refuse(password, EMAIL)).rejects.toThrow(PASSWORD_TEXTS.common);
    },
  );

  it.each(['Trigo#7Nove', 'Forno#2026-trigo', 'k7#Tm!q9', 'Cavalo-Bateria!Grampo4'])(
    'accepts %s',
    async (password) => {
      await expect(refuse(password, EMAIL)).resolves.toBeUndefined();
    },
  );

  it('refuses a password that contains the e-mail', async () => {
    await expect(refuse('Padaria!7ana@padaria.test', EMAIL)).rejects.toThrow(PASSWORD_TEXTS.ownEmail);
  });

  it('refuses a password from the file of the operator', async () => {
    const breached = 'Trigo#7Nove';
    const others = Array.from({ length: 2_000 }, () => `${sha1(randomBytes(8).toString('hex'))}:3`);
    const path = fileOf('breached.txt', [...others, `${sha1(breached)}:17`]);
    const refuseOf = createGuessablePasswords(path);
    await expect(refuseOf(breached, EMAIL)).rejects.toThrow(PASSWORD_TEXTS.breached);
    await expect(refuseOf('Trigo#7Novo', EMAIL)).resolves.toBeUndefined();
  });
});

describe('a sorted file of hashes', () => {
  it.each([
    ['with counts', '\r\n', ':12'],
    ['without', '\n', ''],
    ['with long counts', '\r\n', ':123456789'],
  ])('searches %s from its first line to its last', async (name, end, count) => {
    const hashes = Array.from({ length: 3_000 }, (_, n) => sha1(`password ${n}`));
    const path = fileOf(
      `${name}.txt`,
      hashes.map((hash) => `${hash}${count}`),
      end,
    );
    const sorted = hashes.toSorted();
    for (const hash of [sorted[0], sorted[1], sorted[1_500], sorted[2_998], sorted[2_999]])
      expect(await isInSortedHashes(path, hash?.toLowerCase() ?? '')).toBe(true);
    for (const hash of hashes.slice(0, 200)) expect(await isInSortedHashes(path, hash)).toBe(true);
    for (const absent of [
      '0'.repeat(40),
      'F'.repeat(40),
      ...Array.from({ length: 200 }, (_, n) => sha1(`absent ${n}`)),
    ])
      expect(await isInSortedHashes(path, absent)).toBe(false);
  });

  it('matches no hash in a file that is not sorted hashes', async () => {
    const path = join(folder, 'noise.bin');
    writeFileSync(path, Buffer.alloc(50_000, 65));
    expect(await isInSortedHashes(path, sha1('x'))).toBe(false);
  });
});
