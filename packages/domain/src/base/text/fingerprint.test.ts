import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fingerprint } from './fingerprint.ts';

it('returns 16 hex digits for any JSON value', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => /^[0-9a-f]{16}$/.test(fingerprint(value))));
  expect(fingerprint(undefined)).toMatch(/^[0-9a-f]{16}$/);
});

it('returns the same fingerprint for any order of fields, including nested fields', () => {
  expect(fingerprint({ a: 1, b: { c: [1, null], d: 'x' } })).toBe(
    fingerprint({ b: { d: 'x', c: [1, null] }, a: 1, e: undefined }),
  );
});

it.each([
  [{ a: 1 }, { a: 2 }],
  [{ a: null }, {}],
  [
    [1, 2],
    [2, 1],
  ],
  [{ a: '1' }, { a: 1 }],
])('returns different fingerprints for %j and %j', (one, another) => {
  expect(fingerprint(one)).not.toBe(fingerprint(another));
});
