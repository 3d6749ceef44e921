import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { LOG_OPTIONS, readableLine } from './log.ts';

const written = (fields: object): string => {
  let text = '';
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      text += String(chunk);
      done();
    },
  });
  pino(LOG_OPTIONS, stream).info(fields, 'words');
  return text;
};

test.each([
  { password: 'hidden' },
  { body: { token: 'hidden' } },
  { request: { headers: { 'access-token': 'hidden', authorization: 'hidden', cookie: 'hidden' } } },
  { board: { key: 'hidden' } },
])('writes no secret from %o', (fields) => {
  expect(written(fields)).not.toContain('hidden');
});

test('writes a readable line on a terminal, without control characters', () => {
  const line = JSON.stringify({
    level: 40,
    time: 0,
    msg: 'Board \u001b[31mrefused',
    mac: 'AA\nBB',
    frames: 3,
  });
  expect(readableLine(line)).toBe('00:00:00.000 WARN  Board refused mac=AA BB frames=3\n');
});

test('shows the stack of an error', () => {
  const line = JSON.stringify({
    level: 50,
    time: 0,
    msg: 'Failed',
    err: { type: 'Error', stack: 'Error: x\n  at y' },
  });
  expect(readableLine(line)).toContain('ERROR Failed\nError: x\n  at y');
});
