import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aBoard } from '../../testing/a-board.ts';
import { aHistoryApi, MAC, openHistory, rowsShown } from './testing/open-history.tsx';

const { stored } = aHistoryApi();

describe('the table of a meter', () => {
  it('shows the columns of the specification for three phases, with THD on wide screens', async () => {
    openHistory();
    const table = await screen.findByRole('table');
    const names = within(table)
      .getAllByRole('columnheader')
      .map((head) => head.textContent);
    const phases = (name: string) => ['A', 'B', 'C'].map((phase) => name + phase);
    expect(names).toEqual([
      'Data',
      'Tensão (V)',
      'Corrente (A)',
      'Energia (Wh)',
      'Potência (W)',
      'Fator de potência',
      'THD de tensão (%)',
      'THD de corrente (%)',
      ...['V', 'I'].flatMap(phases),
      ...phases('kWh').map((name) => `${name}, em Wh, desde a leitura anterior`),
      ...['W', 'PF', 'VTHD', 'ITHD'].flatMap(phases),
    ]);
    expect(within(table).getAllByTitle('em Wh, desde a leitura anterior')).toHaveLength(3);
    expect(within(table).getByText('VTHDA').className).toContain('wide');
    expect(within(table).getByText('PFA').className).not.toContain('wide');
    expect((await rowsShown())[0]?.textContent).toBe('20/11/2026 12:00:00');
    expect(within(table).getAllByText('1.234')).toHaveLength(50);
  });

  it.each([
    ['mono', { model: 'mono' }, ['Data', 'Tensão (V)', 'Corrente (A)', 'Potência (W)', 'Fator de potência']],
    ['water', { type: 'water' }, ['Data', 'Volume (L)', 'Vazão (L/min)']],
  ] as const)('shows the columns of %s', async (_, boardChange, expected) => {
    stored.board = aBoard({ macAddress: MAC, ...boardChange });
    openHistory();
    const heads = within(await screen.findByRole('table')).getAllByRole('columnheader');
    expect(heads.map((head) => head.textContent)).toEqual(expected);
  });

  it('marks voltages beyond the limits by a sign and as text', async () => {
    stored.newest = { va: 233.1, vb: 205.9, vc: 233 };
    openHistory();
    const [row] = await rowsShown();
    const cells = within(row?.closest('tr') as HTMLElement).getAllByRole('cell');
    expect(cells.slice(0, 3).map((cell) => cell.textContent)).toEqual([
      '▲233,1 Sobretensão',
      '▼205,9 Subtensão',
      '233,0',
    ]);
    expect(screen.getByText(/sobretensão em 1 leitura e ▼ subtensão em 1 leitura/)).toBeDefined();
  });
});
