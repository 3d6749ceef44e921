import { describe, expect, test } from 'vitest';
import { explainRefusal, isRefusal, isRefusalReason, REFUSAL_REASONS } from './refusal.ts';

describe('a refusal', () => {
  test('every reason has one explanation of its own, a sentence', () => {
    const explanations = REFUSAL_REASONS.map(explainRefusal);
    expect(new Set(explanations).size).toBe(REFUSAL_REASONS.length);
    for (const explanation of explanations) expect(explanation).toMatch(/^[A-ZÁÉÍÓÚ].{20,}\.$/);
  });

  test('is known by its name', () => {
    expect(['future', 'toString', ''].filter(isRefusalReason)).toEqual(['future']);
  });

  test('can be told from a frame', () => {
    expect(isRefusal({ refused: 'empty', line: '' })).toBe(true);
    expect(isRefusal({ kind: 'water', at: 0 })).toBe(false);
  });
});
