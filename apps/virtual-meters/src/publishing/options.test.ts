import { expect, test } from 'vitest';
import { parseBoards } from './boards-file.ts';
import { parseOptions } from './command-line.ts';
import { FIELD_MISHAPS, NO_MISHAPS } from './delivery.ts';

const board = { mac: '02-4e-41-00-00-03', key: 'k', profile: 'office' };

test('a board needs a MAC, a key and a profile; the rest has defaults', () => {
  expect(parseBoards(JSON.stringify([board]))).toEqual([
    {
      mac: '02:4E:41:00:00:03',
      key: 'k',
      profile: 'office',
      equipment: 'emd3p',
      zone: 'America/Sao_Paulo',
      seed: null,
      leakingFrom: null,
      resumeAt: null,
    },
  ]);
});

test.each([
  [{ ...board, mac: 'nothing' }, "board 1: 'mac' must be six hexadecimal pairs"],
  [{ ...board, key: 5 }, "board 1: 'key' must be a text"],
  [{ ...board, profile: 'bank' }, /^board 1: 'profile' must be one of bakery,/],
  [{ ...board, equipment: 'other' }, "board 1: 'equipment' must be emd or emd3p"],
  [{ ...board, zone: 'Mars/Olympus' }, /^board 1: 'zone' must be an IANA zone/],
  [{ ...board, resumeAt: 'yesterday' }, "board 1: 'resumeAt' must be an ISO 8601 instant"],
  ['text', 'board 1: must be an object'],
])('names a wrong board and its error: %j', (text, message) => {
  expect(() => parseBoards(JSON.stringify([text]))).toThrow(message);
});

test('refuses a file that is not a list', () => {
  expect(() => parseBoards('{}')).toThrow('the boards file must hold a list');
});

test('the command line has defaults and reads instants and seconds', () => {
  const options = parseOptions(['--boards', 'b.json', '--interval', '2', '--from', '2026-11-20T00:00:00Z']);
  expect(options).toMatchObject({
    boards: 'b.json',
    host: 'localhost',
    port: 1883,
    intervalMs: 2_000,
    leak: false,
  });
  expect(options?.from).toBe(Date.parse('2026-11-20T00:00:00Z'));
  expect(options?.mishaps).toEqual(FIELD_MISHAPS);
  expect(parseOptions(['--boards', 'b.json', '--calm'])?.mishaps).toEqual(NO_MISHAPS);
});

test.each([
  [[], /--boards FILE is needed/],
  [['--boards', 'b', '--port', 'x'], /--port must be a number above 0/],
  [['--boards', 'b', '--from', 'x'], /--from must be an ISO 8601 instant/],
  [['--what'], /--what/],
])('reports a wrong command line %j in one clear line', (args, message) => {
  expect(() => parseOptions(args)).toThrow(message);
});

test('--help needs no other option', () => {
  expect(parseOptions(['--help'])).toBeNull();
});
