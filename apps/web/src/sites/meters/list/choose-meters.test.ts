import type { Board } from '@nascente/contract/sites/meters';
import { describe, expect, it } from 'vitest';
import { aBoard } from '../../../testing/a-board.ts';
import { type Choice, chooseMeters } from './choose-meters.ts';

const boards: Board[] = [
  aBoard({ name: 'Fornos', establishmentName: 'Padaria', lastSeen: '2026-11-20T15:00:00Z' }),
  aBoard({ name: 'Câmara fria', establishmentName: 'Padaria', online: false, lastSeen: null }),
  aBoard({ name: 'Geral', establishmentName: 'Padaria', isGeral: true, lastSeen: '2026-11-20T15:01:00Z' }),
  aBoard({ name: 'Água', establishmentName: 'Ateliê', macAddress: '00:11:22:AA:BB:CC' }),
  aBoard({ name: 'Sala 10', establishmentName: 'Ateliê' }),
  aBoard({ name: 'Sala 9', establishmentName: 'Ateliê' }),
];
const names = (choice: Partial<Choice>) =>
  chooseMeters(boards, {
    shown: 'all',
    search: '',
    establishmentId: null,
    type: null,
    order: 'establishment',
    ...choice,
  }).map(({ name }) => name);

describe('the order of meters', () => {
  it('lists the general meter before the parts of its establishment', () => {
    expect(names({})).toEqual(['Água', 'Sala 9', 'Sala 10', 'Geral', 'Câmara fria', 'Fornos']);
  });

  it('sorts by name with numbers in sequence and accents as letters', () => {
    expect(names({ order: 'name' })).toEqual(['Água', 'Câmara fria', 'Fornos', 'Geral', 'Sala 9', 'Sala 10']);
  });

  it('sorts by last message, with the newest first and missing ones last', () => {
    expect(names({ order: 'lastSeen' }).at(0)).toBe('Geral');
    expect(names({ order: 'lastSeen' }).at(-1)).toBe('Câmara fria');
  });
});

describe('the search for meters', () => {
  it('ignores accents and capitals', () => {
    expect(names({ search: 'camara' })).toEqual(['Câmara fria']);
  });

  it('finds an establishment', () => {
    expect(names({ search: 'padaria' })).toHaveLength(3);
  });

  it('finds a MAC with colons, with dashes or without', () => {
    for (const search of ['11:22:aa', '11-22-AA', '1122aa']) expect(names({ search })).toEqual(['Água']);
  });
});

it('shows only online meters, or only silent ones, on request', () => {
  expect(names({ shown: 'online' })).not.toContain('Câmara fria');
  expect(names({ shown: 'silent' })).toEqual(['Câmara fria']);
});

it('shows only the meters of one establishment, or of one type', () => {
  expect(names({ establishmentId: 'Ateliê' })).toEqual(['Água', 'Sala 9', 'Sala 10']);
  const [water, panels] = [aBoard({ type: 'water' }), aBoard({ solarPanel: true })];
  const of = (type: Choice['type']) =>
    chooseMeters([...boards, water, panels], {
      shown: 'all',
      search: '',
      establishmentId: null,
      type,
      order: 'name',
    });
  expect(of('water')).toEqual([water]);
  expect(of('generation')).toEqual([panels]);
  expect(of('electric')).toHaveLength(boards.length);
});

it('sorts a thousand meters and finds one among them in a moment', () => {
  const many = Array.from({ length: 1000 }, (_, index) =>
    aBoard({ name: `Sala ${index}`, establishmentName: `Loja ${index % 40}` }),
  );
  const choice = { shown: 'all', establishmentId: null, type: null, order: 'establishment' } as const;
  const began = performance.now();
  expect(chooseMeters(many, { ...choice, search: '' })).toHaveLength(1000);
  expect(chooseMeters(many, { ...choice, search: 'sala 777' }).map(({ name }) => name)).toEqual(['Sala 777']);
  expect(performance.now() - began).toBeLessThan(1000);
});

it('leaves the original list unchanged', () => {
  const before = boards.map(({ name }) => name);
  names({ order: 'name' });
  expect(boards.map(({ name }) => name)).toEqual(before);
});
