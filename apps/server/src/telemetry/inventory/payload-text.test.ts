import { expect, test } from 'vitest';
import { payloadText } from './inventory.service.ts';

test('shows a line as it was received', () => {
  expect(payloadText(Buffer.from('A4:CF:12:00:0B:01,1700000000,<b>'))).toBe(
    'A4:CF:12:00:0B:01,1700000000,<b>',
  );
});

test('escapes every character that does not print, and the escape character', () => {
  expect(payloadText(Buffer.from([0, 0x1b, 0x5b, 0x41, 0x7f, 0xe2, 0x80, 0xae, 0x5c]))).toBe(
    String.raw`\x00\x1B[A\x7F\xE2\x80\xAE\x5C`,
  );
});
