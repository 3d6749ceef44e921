import { expect, it } from 'vitest';
import { outlierText } from './compared-establishments.ts';

it('shows how far an establishment differs, by which intensity, and among how many', () => {
  const much = { by: 'per-area', times: 2.44, alike: 7, isOfItsSize: true } as const;
  expect(outlierText(much)).toBe('Usa 2,4 vezes o normal por m², comparado a 7 da mesma atividade e tamanho');
  const little = { ...much, by: 'per-person', times: 0.4, isOfItsSize: false } as const;
  expect(outlierText(little)).toBe('Usa 40% do normal por pessoa, comparado a 7 da mesma atividade');
});
