import type { Board } from '@nascente/contract/meters';
import { describe, expect, it } from 'vitest';
import { aBoard } from '../../testing/a-board.ts';
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
  chooseMeters(boards, { shown: 'all', search: '', order: 'establishment', ...choice }).map(
    ({ name }) => name,
  );

describe('the order', () => {
  it('puts the general meter before the parts of its establishment', () => {
    expect(names({})).toEqual(['Água', 'Sala 9', 'Sala 10', 'Geral', 'Câmara fria', 'Fornos']);
  });

  it('by name counts numbers as numbers and accents as letters', () => {
    expect(names({ order: 'name' })).toEqual(['Água', 'Câmara fria', 'Fornos', 'Geral', 'Sala 9', 'Sala 10']);
  });

  it('by last message puts the freshest first and those without one last', () => {
    expect(names({ order: 'lastSeen' }).at(0)).toBe('Geral');
    expect(names({ order: 'lastSeen' }).at(-1)).toBe('Câmara fria');
  });
});

describe('the search', () => {
  it('needs no accents and no capitals', () => {
    expect(names({ search: 'camara' })).toEqual(['Câmara fria']);
  });

  it('finds an establishment', () => {
    expect(names({ search: 'padaria' })).toHaveLength(3);
  });

  it('finds a MAC with colons, with dashes or without', () => {
    for (const search of ['11:22:aa', '11-22-AA', '1122aa']) expect(names({ search })).toEqual(['Água']);
  });
});

it('shows only those online when asked to', () => {
  expect(names({ shown: 'online' })).not.toContain('Câmara fria');
});

it('leaves the given list as it was', () => {
  const before = boards.map(({ name }) => name);
  names({ order: 'name' });
  expect(boards.map(({ name }) => name)).toEqual(before);
});
