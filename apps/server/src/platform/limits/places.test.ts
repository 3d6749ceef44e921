import { expect, it } from 'vitest';
import { createPlaces } from './places.ts';

const create = () => {
  const ended: string[] = [];
  const places = createPlaces({ all: 4 });
  const take = (name: string, ...holders: string[]) => places.take(holders, () => void ended.push(name));
  return { take, ended };
};

it('assigns a newcomer the oldest place of the holder with the maximum', () => {
  const { take, ended } = create();
  for (const n of [1, 2, 3]) take(`ana ${n}`, 'ana', '10.0.0.1');
  take('bia', 'bia', '10.0.0.2');
  expect(take('caio', 'caio', '10.0.0.3')).not.toBeNull();
  expect(ended).toEqual(['ana 1']);
});

it('counts places by each holder: accounts behind one address make room together', () => {
  const { take, ended } = create();
  for (const n of [1, 2, 3, 4]) take(`account ${n}`, `account ${n}`, '10.0.0.1');
  expect(take('elsewhere', 'account 5', '10.0.0.2')).not.toBeNull();
  expect(take('same address', 'account 6', '10.0.0.1')).toBeNull();
  expect(ended).toEqual(['account 1']);
});

it('removes no settled place', () => {
  const { take, ended } = create();
  const settled = [1, 2, 3, 4].map((n) => take(`ana ${n}`, 'ana'));
  for (const place of settled) place?.settle();
  expect(take('bia', 'bia')).toBeNull();
  settled[2]?.leave();
  expect(take('bia', 'bia')).not.toBeNull();
  expect(ended).toEqual([]);
});

it('refuses a holder a place at the cost of its own', () => {
  const { take, ended } = create();
  for (const n of [1, 2, 3, 4]) take(`ana ${n}`, 'ana');
  expect(take('ana 5', 'ana')).toBeNull();
  expect(ended).toEqual([]);
});
