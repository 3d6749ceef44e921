import { keyMay, READING_SCOPES } from '@nascente/domain/people/key-scopes';
import { expect, test } from 'vitest';
import { everyCall } from './every-call.ts';

test('a read-only key cannot reach a call that changes data', () => {
  const changing = everyCall.filter(({ effect }) => effect === 'changes');
  const within = changing.filter(
    ({ permission }) => permission !== undefined && keyMay(READING_SCOPES, permission),
  );
  expect(within.map(({ name }) => name)).toEqual([]);
  expect(changing.length).toBeGreaterThan(60);
});

test('declares every PUT, PATCH and DELETE call as changing data', () => {
  const calm = everyCall.filter(
    ({ method, effect }) => effect === 'reads' && !['GET', 'POST'].includes(method),
  );
  expect(calm.map(({ name }) => name)).toEqual([]);
});
