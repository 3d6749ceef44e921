import { expect, it } from 'vitest';
import { aBoard } from '../../../testing/a-board.ts';
import { changeOf, pageOf, typedOf } from './edit-form.tsx';

it.each([
  ['eletric', 'mono', '/eletric/AA:BB:CC:DD:EE:FF'],
  ['eletric', 'tri', '/tri/AA:BB:CC:DD:EE:FF'],
  ['water', 'mono', '/water/AA:BB:CC:DD:EE:FF'],
] as const)('a meter of %s and model %s has its page at %s', (type, model, path) => {
  expect(pageOf({ type, model, macAddress: 'AA:BB:CC:DD:EE:FF' })).toBe(path);
});

it('sends unchanged fields with their stored values', () => {
  const board = aBoard({
    name: 'Fornos',
    Comment: 'Novo',
    tension: 110,
    system: 'Câmaras',
    isGeral: true,
    solarPanel: true,
  });
  expect(changeOf(board, typedOf(board))).toEqual({
    id: board.id,
    Alias: 'Fornos',
    macAddress: board.macAddress,
    Comment: 'Novo',
    isGeral: true,
    tax: '1',
    tension: 110,
    system: 'Câmaras',
    solarPanel: true,
  });
});
