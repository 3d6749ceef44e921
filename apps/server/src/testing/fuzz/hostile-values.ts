import fc from 'fast-check';

/** Texts that some reader down the way may stumble over: of programs, of databases, of spreadsheets, of screens. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00\ud800',
  '\u202e\u2066\ufeff',
  '👩‍👩‍👧‍👦'.repeat(40),
  'é'.repeat(300),
  'ç'.repeat(70_000),
  "'; drop table reading; --",
  '%_\\',
  '\\u0000',
  '{{7*7}}',
  '=1+1',
  '<svg onload=1>',
  '../../../../etc/passwd',
  '..%2f..%2f',
  '%00',
  '%',
  '\r\nX-Seu: 1',
  '__proto__',
  'constructor',
  'toString',
  '1e400',
  '-1e400',
  '0x10',
  '-0',
  '9'.repeat(40),
  '9223372036854775808',
  '2147483648',
  '1,5',
  '١٢٣',
  '2026-02-30',
  '0000-01-01',
  '2026-11-20T24:00:00Z',
  '2026-11-20T23:59:60Z',
  '+275760-09-13',
  '99999999999999',
  '[]',
  '{}',
];

const HOSTILE_NUMBERS: readonly number[] = [
  0,
  -0,
  -1,
  0.1,
  1e-320,
  5e-324,
  1.7976931348623157e308,
  -1.7976931348623157e308,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  1e21,
  4_102_444_800_000,
  8.64e15,
  8.64e15 + 1,
];

/** So deep that who follows it by calling itself comes to the end of its stack. */
const deep = (levels: number): unknown => {
  let value: unknown = null;
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

const SHAPES: readonly unknown[] = [
  null,
  true,
  [],
  {},
  [[]],
  deep(3_000),
  Array.from({ length: 5_000 }, () => ''),
  Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`k${n}`, n])),
  JSON.parse('{"__proto__":{"admin":true},"constructor":{"prototype":{}}}'),
];

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

/** Anything that JSON can say, and nobody expects. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom(...HOSTILE_NUMBERS),
  fc.constantFrom(...SHAPES),
);
