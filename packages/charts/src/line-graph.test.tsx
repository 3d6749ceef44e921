import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { CellGrid, CellLegend } from './cell-grid.tsx';
import { LineGraph } from './line-graph.tsx';

it('reads a curve point by point with the arrow keys', async () => {
  const points = [
    { x: 0, y: 1 },
    { x: 1, y: 4 },
  ];
  render(
    <LineGraph
      label="Demanda"
      points={points}
      color="--off-peak"
      ticks={[]}
      height={100}
      describe={(index) => ({
        title: `ponto ${index}`,
        rows: [{ label: 'kW', value: String(points[index]?.y) }],
      })}
    />,
  );
  const slider = screen.getByRole('slider', { name: 'Demanda' });
  await userEvent.tab();
  expect(document.activeElement).toBe(slider);
  await userEvent.keyboard('{End}');
  expect(slider.getAttribute('aria-valuetext')).toBe('ponto 1, kW 4');
  await userEvent.keyboard('{ArrowLeft}');
  expect(slider.getAttribute('aria-valuetext')).toBe('ponto 0, kW 1');
  await userEvent.keyboard('{Escape}');
  expect(slider.getAttribute('aria-valuetext')).toBe('Use as setas para percorrer os valores');
});

it('reads a map of cells cell by cell, and opens a cell with Enter', async () => {
  const opened: number[] = [];
  const levels = [{ label: 'pouco', fill: 'green' }];
  render(
    <>
      <CellGrid
        label="Mapa"
        columns={['a', 'b'].map((key) => ({ key, axisLabel: key, labelRank: 1, levels: [0, 0] }))}
        rows={['0h', '1h']}
        levels={levels}
        describe={({ column, row }) => ({ title: `${column}/${row}`, rows: [] })}
        onOpen={({ column }) => opened.push(column)}
      />
      <CellLegend levels={levels} />
    </>,
  );
  const slider = screen.getByRole('slider', { name: 'Mapa' });
  await userEvent.tab();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(slider.getAttribute('aria-valuetext')).toBe('1/1');
  expect(slider.getAttribute('aria-valuenow')).toBe('4');
  await userEvent.keyboard('{ArrowLeft}{Enter}');
  expect(opened).toEqual([0]);
  expect(screen.getByText('pouco')).toBeDefined();
});
