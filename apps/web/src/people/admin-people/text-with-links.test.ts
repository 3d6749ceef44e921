import { expect, it } from 'vitest';
import { partsOf } from './mailbox-page.tsx';

it('detects only web addresses as links, and loses no character', () => {
  const text = 'Abra https://a.example/x?y=1 ou javascript:alert(1).\nFim';
  const parts = partsOf(text);
  expect(parts.filter(({ isLink }) => isLink).map(({ part }) => part)).toEqual(['https://a.example/x?y=1']);
  expect(parts.map(({ part }) => part).join('')).toBe(text);
});
