import { expect, it } from 'vitest';
import { positionOfHint } from './hint-position.ts';

const phone = { width: 360, height: 780 };

it('stands under its mark, within a phone', () => {
  expect(positionOfHint({ left: 300, top: 100, bottom: 124 }, phone)).toEqual({
    width: 336,
    left: 12,
    top: 130,
    bottom: 'auto',
    maxHeight: 780 - 124 - 18,
  });
});

it('stands above its mark in the lower half, as wide as it is read well', () => {
  expect(positionOfHint({ left: 400, top: 700, bottom: 724 }, { width: 1440, height: 900 })).toEqual({
    width: 340,
    left: 400,
    top: 'auto',
    bottom: 206,
    maxHeight: 700 - 18,
  });
});
