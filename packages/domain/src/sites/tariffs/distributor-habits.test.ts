import { expect, test } from 'vitest';
import { DISTRIBUTOR_HABITS, habitsOf } from './distributor-habits.ts';
import { taxesOfLine } from './line-taxes.ts';

test.each([
  ['Amazonas Energia', 'Amazonas Energia (Âmbar)'],
  ['Âmbar Energia - AM', 'Amazonas Energia (Âmbar)'],
  ['Celesc-DIS', 'Celesc'],
  ['Copel-DIS', 'Copel'],
  ['Energisa AC', 'Energisa Acre'],
  ['EAC', 'Energisa Acre'],
  ['Energisa RO', 'Energisa (outros estados)'],
  ['ERO', 'Energisa (outros estados)'],
  ['Equatorial PA', 'Equatorial'],
  ['Light', 'Light'],
  ['RGE SUL', 'RGE'],
  ['Roraima Energia', 'Roraima Energia'],
  ['Cemig-D', undefined],
])('returns for %s the habits of %s', (distributor, name) => {
  expect(habitsOf(distributor)?.name).toBe(name);
});

test('states the printing, and the lines with unusual taxes', () => {
  const acre = habitsOf('EAC');
  expect(acre?.printing).toEqual({
    rounding: 'truncate',
    lineCents: 'whole',
    discount: 'credit',
    flag: 'line',
  });
  expect(taxesOfLine('unused-demand', acre?.lineTaxes.livre).icms).toBe('charged');
  expect(taxesOfLine('unused-demand', habitsOf('ERO')?.lineTaxes.livre).icms).toBe('exempt');
  const amazonas = habitsOf('AME')?.lineTaxes;
  expect(taxesOfLine('energy-te', amazonas?.cativo).icms).toBe('substituted');
  expect(taxesOfLine('energy-te', amazonas?.livre).icms).toBe('charged');
  expect(habitsOf('RGE')?.generation?.ownTusdTaxes).toEqual({ icms: false, pisCofins: true });
  expect(new Set(DISTRIBUTOR_HABITS.map(({ name }) => name)).size).toBe(DISTRIBUTOR_HABITS.length);
});
