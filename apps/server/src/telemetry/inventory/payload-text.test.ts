import { expect, test } from 'vitest';
import { payloadText } from './inventory.service.ts';

test('a line is shown as it came', () => {
  expect(payloadText(Buffer.from('A4:CF:12:00:0B:01,1700000000,<b>'))).toBe(
    'A4:CF:12:00:0B:01,1700000000,<b>',
  );
});

test('whatever does not print is written out, and so is what writes it out', () => {
  expect(payloadText(Buffer.from([0, 0x1b, 0x5b, 0x41, 0x7f, 0xe2, 0x80, 0xae, 0x5c]))).toBe(
    String.raw`\x00\x1B[A\x7F\xE2\x80\xAE\x5C`,
  );
});
