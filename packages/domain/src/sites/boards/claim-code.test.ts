import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  CLAIM_ALPHABET_SIZE,
  CLAIM_RANDOM_LENGTH,
  CLAIM_TEXTS,
  claimCodeOf,
  readClaim,
} from './claim-code.ts';

const drawn = fc.array(fc.nat(CLAIM_ALPHABET_SIZE - 1), {
  minLength: CLAIM_RANDOM_LENGTH,
  maxLength: CLAIM_RANDOM_LENGTH,
});
const code = drawn.map(claimCodeOf);

test('reads a code in any case and grouping', () => {
  fc.assert(
    fc.property(code, (made) => {
      expect(made).toMatch(/^[A-HJKMNP-Z2-9]{5}-[A-HJKMNP-Z2-9]{5}$/);
      for (const typed of [made, made.toLowerCase(), made.replace('-', ''), ` ${made.replace('-', ' ')} `])
        expect(readClaim(typed)).toEqual({ kind: 'code', code: made });
    }),
  );
});

test('reports a slip for one wrong character at any position', () => {
  const mails = claimCodeOf(Array.from({ length: CLAIM_RANDOM_LENGTH }, (_, index) => index)).replace(
    '-',
    '',
  );
  fc.assert(
    fc.property(code, fc.nat(9), fc.constantFrom(...mails.split('')), (made, index, other) => {
      const text = made.replace('-', '');
      fc.pre(text[index] !== other);
      const wrong = text.slice(0, index) + other + text.slice(index + 1);
      expect(readClaim(wrong)).toEqual({ kind: 'slip', text: CLAIM_TEXTS.check });
    }),
  );
});

test('reports a slip for two swapped characters', () => {
  fc.assert(
    fc.property(code, fc.nat(8), (made, index) => {
      const text = made.replace('-', '');
      const [one = '', another = ''] = text.slice(index, index + 2);
      fc.pre(one !== another);
      const wrong = text.slice(0, index) + another + one + text.slice(index + 2);
      expect(readClaim(wrong)).toEqual({ kind: 'slip', text: CLAIM_TEXTS.check });
    }),
  );
});

test.each([
  ['', { kind: 'missing' }],
  [' - ', { kind: 'missing' }],
  ['ABCDE', { kind: 'slip', text: CLAIM_TEXTS.length }],
  ['ABCDE-FGHJ0', { kind: 'slip', text: CLAIM_TEXTS.character }],
  ['ABCDE-FGHJI', { kind: 'slip', text: CLAIM_TEXTS.character }],
  ['F0'.repeat(20), { kind: 'key', key: 'f0'.repeat(20) }],
  ['g0'.repeat(20), { kind: 'slip', text: CLAIM_TEXTS.character }],
])("reads '%s' as %j", (typed, claim) => {
  expect(readClaim(typed)).toEqual(claim);
});

test.each([[[1, 2, 3]], [Array(9).fill(31)], [Array(9).fill(0.5)]])(
  'refuses to create a code from %j',
  (numbers) => {
    expect(() => claimCodeOf(numbers)).toThrow(RangeError);
  },
);
