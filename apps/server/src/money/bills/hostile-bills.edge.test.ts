import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { formFile } from '../../testing/form-file.ts';
import { hostilePdfs } from '../../testing/hostile-pdfs.ts';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

const MAX_MORE_KB = 400_000;
const PDFS = hostilePdfs();

let api: TestApi;
let owner: SeededPerson;
let establishment: string;

beforeAll(async () => {
  api = await createTestApi('2026-10-12T15:07:00Z');
  owner = await api.seed.person();
  establishment = await api.seed.establishment(owner);
});

const memoryKb = (pid: string): number => {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
};
/** This process, which contains the server, and its child processes. */
const heldKb = (): number => {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ');
  return [String(process.pid), ...children].reduce((sum, pid) => sum + memoryKb(pid), 0);
};

const send = async (person: SeededPerson, establishmentId: string, file: Buffer) =>
  api.inject('POST', `/establishment/${establishmentId}/bill-text`, {
    token: person.token,
    ...(await formFile('pdf', file)),
  });

it.each(Object.keys(PDFS))('refuses a PDF that %s with a readable message', async (name) => {
  const { status, body } = await send(owner, establishment, PDFS[name] ?? Buffer.alloc(0));
  expect([400, 413]).toContain(status);
  expect(JSON.stringify(body)).toMatch(/pesado demais|não é um PDF|sem texto|Não achamos/);
});

it('uses little memory while several accounts send PDF bombs, and none afterwards', async () => {
  const bomb = PDFS['unpacks to a gigabyte'] ?? Buffer.alloc(0);
  const people = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const person = await api.seed.person();
      return { person, id: await api.seed.establishment(person) };
    }),
  );
  const before = heldKb();
  let maximum = before;
  const looking = setInterval(() => {
    maximum = Math.max(maximum, heldKb());
  }, 20);
  const answers = await Promise.all(
    people.flatMap(({ person, id }) => [
      send(person, id, bomb),
      send(person, id, bomb),
      send(person, id, bomb),
    ]),
  );
  clearInterval(looking);
  expect(answers.every(({ status }) => status === 413 || status === 429 || status === 400)).toBe(true);
  expect(answers.some(({ status }) => status === 429)).toBe(true);
  expect(maximum - before).toBeLessThan(MAX_MORE_KB);
  await expect.poll(() => heldKb() - before, { timeout: 10_000 }).toBeLessThan(MAX_MORE_KB / 2);
}, 60_000);
