import { expect, it } from 'vitest';
import { fitWithin, toSmallPng } from './picture-field.tsx';

it.each([
  [1440, 1100, 150, 115],
  [1100, 1440, 115, 150],
  [300, 300, 150, 150],
  [150, 20, 150, 20],
  [40, 30, 40, 30],
  [10_000, 3, 150, 1],
])('fits %i × %i into 150 px as %i × %i', (width, height, fittingWidth, fittingHeight) => {
  expect(fitWithin(width, height, 150)).toEqual({ width: fittingWidth, height: fittingHeight });
});

it.each([
  ['nothing', new Blob([], { type: 'image/png' })],
  ['a drawing that could hold a script', new Blob(['<svg/>'], { type: 'image/svg+xml' })],
  ['a text', new Blob(['x'], { type: 'text/plain' })],
])('refuses %s as a picture', async (_, file) => {
  await expect(toSmallPng(file)).rejects.toThrow('Imagem invalida');
});
