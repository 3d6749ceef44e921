import { expect, it } from 'vitest';
import { positionOfHint } from './term-hint.tsx';

const phone = { width: 360, height: 780 };

it('is under its mark near the top of a phone, within the screen', () => {
  expect(positionOfHint({ left: 300, top: 100, bottom: 124 }, phone)).toEqual({
    width: 336,
    left: 12,
    top: 130,
    bottom: 'auto',
    maxHeight: 780 - 124 - 18,
  });
});

it('is above its mark elsewhere, with a readable width', () => {
  expect(positionOfHint({ left: 400, top: 340, bottom: 364 }, { width: 1440, height: 900 })).toEqual({
    width: 340,
    left: 400,
    top: 'auto',
    bottom: 900 - 340 + 6,
    maxHeight: 340 - 18,
  });
});
