import { expect, it } from 'vitest';
import { stepThrough } from './graph.tsx';

it('steps through the bars with the arrow keys and stays inside', () => {
  expect(stepThrough('ArrowRight', null, 30)).toBe(0);
  expect(stepThrough('ArrowLeft', null, 30)).toBe(29);
  expect(stepThrough('ArrowRight', 29, 30)).toBe(29);
  expect(stepThrough('ArrowLeft', 0, 30)).toBe(0);
  expect(stepThrough('Home', 12, 30)).toBe(0);
  expect(stepThrough('End', 12, 30)).toBe(29);
  expect(stepThrough('PageUp', 12, 30)).toBe(5);
  expect(stepThrough('PageDown', 28, 30)).toBe(29);
  expect(stepThrough('Escape', 12, 30)).toBeNull();
});

it('leaves other keys to the page', () => {
  expect(stepThrough('Tab', 3, 30)).toBeUndefined();
  expect(stepThrough('ArrowRight', null, 0)).toBeUndefined();
});
