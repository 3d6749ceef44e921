import { expect, test } from 'vitest';
import { cents } from '../../base/units/money.ts';
import { sharedAs } from './share-bill.ts';

const lines = [
  { kind: 'energy', amount: cents(100) },
  { kind: 'cosip', amount: cents(20) },
  { kind: 'own', amount: cents(3), sharing: 'equally' as const },
  { kind: 'own', amount: cents(4), sharing: 'none' as const },
];

test('shares an own line as its owner chose, and any other line by its charge', () => {
  expect(sharedAs(lines, 'consumption')).toBe(100);
  expect(sharedAs(lines, 'none')).toBe(24);
  expect(sharedAs(lines, 'equally')).toBe(3);
});
