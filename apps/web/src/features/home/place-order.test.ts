import { expect, it } from 'vitest';
import { foundPlaces, orderedPlaces } from './place-order.ts';

const place = (_id: string, name: string, fantasyName: string | null = null) => ({ _id, name, fantasyName });
const places = [place('e1', 'Loja 10'), place('e2', 'Loja 9'), place('e3', 'ACME Ltda', 'Açaí do Zé')];
const names = (found: readonly { readonly _id: string }[]) => found.map(({ _id }) => _id);

it('finds places by the words of either name, however they are typed', () => {
  expect(names(foundPlaces(places, 'ACAI ze'))).toEqual(['e3']);
  expect(names(foundPlaces(places, 'acme'))).toEqual(['e3']);
  expect(names(foundPlaces(places, ' '))).toEqual(['e1', 'e2', 'e3']);
  expect(foundPlaces(places, 'padaria')).toEqual([]);
});

it('orders them by name as people count, or by amount with the unknown last', () => {
  expect(names(orderedPlaces(places, 'name', new Map()))).toEqual(['e3', 'e2', 'e1']);
  const amounts = new Map([
    ['e1', { soFar: 0, forecast: 90 }],
    ['e3', { soFar: 12.5, forecast: null }],
  ]);
  expect(names(orderedPlaces(places, 'soFar', amounts))).toEqual(['e3', 'e1', 'e2']);
  expect(names(orderedPlaces(places, 'forecast', amounts))).toEqual(['e1', 'e3', 'e2']);
});
