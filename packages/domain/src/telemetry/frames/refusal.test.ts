import { describe, expect, test } from 'vitest';
import { explainRefusal, isRefusal, isRefusalReason, REFUSAL_REASONS } from './refusal.ts';

describe('a refusal', () => {
  test('has a unique explanation sentence for every reason', () => {
    const explanations = REFUSAL_REASONS.map(explainRefusal);
    expect(new Set(explanations).size).toBe(REFUSAL_REASONS.length);
    for (const explanation of explanations) expect(explanation).toMatch(/^[A-ZÁÉÍÓÚ].{20,}\.$/);
  });

  test('is recognised by its name', () => {
    expect(['future', 'toString', ''].filter(isRefusalReason)).toEqual(['future']);
  });

  test('distinguishes a refusal from a frame', () => {
    expect(isRefusal({ refused: 'empty', line: '' })).toBe(true);
    expect(isRefusal({ kind: 'water', at: 0 })).toBe(false);
  });
});
