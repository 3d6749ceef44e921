import { expect, it } from 'vitest';
import { foundEstablishments, orderedEstablishments } from './establishment-order.ts';

const establishment = (_id: string, name: string, fantasyName: string | null = null) => ({
  _id,
  name,
  fantasyName,
});
const establishments = [
  establishment('e1', 'Loja 10'),
  establishment('e2', 'Loja 9'),
  establishment('e3', 'ACME Ltda', 'Açaí do Zé'),
];
const names = (found: readonly { readonly _id: string }[]) => found.map(({ _id }) => _id);

it('finds places by either name, in any spelling', () => {
  expect(names(foundEstablishments(establishments, 'ACAI ze'))).toEqual(['e3']);
  expect(names(foundEstablishments(establishments, 'acme'))).toEqual(['e3']);
  expect(names(foundEstablishments(establishments, ' '))).toEqual(['e1', 'e2', 'e3']);
  expect(foundEstablishments(establishments, 'padaria')).toEqual([]);
});

it('orders places by name with numbers in sequence, or by amount with unknown amounts last', () => {
  expect(names(orderedEstablishments(establishments, 'name', new Map()))).toEqual(['e3', 'e2', 'e1']);
  const amounts = new Map([
    ['e1', { soFar: 0, forecast: 90 }],
    ['e3', { soFar: 12.5, forecast: null }],
  ]);
  expect(names(orderedEstablishments(establishments, 'soFar', amounts))).toEqual(['e3', 'e1', 'e2']);
  expect(names(orderedEstablishments(establishments, 'forecast', amounts))).toEqual(['e1', 'e3', 'e2']);
});
