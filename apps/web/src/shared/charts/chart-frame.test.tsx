import { MantineProvider } from '@mantine/core';
import { BarGraph } from '@nascente/charts/bar-graph';
import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ChartFrame, type ChartState } from './chart-frame.tsx';

const bars = ['seg', 'ter', 'qua'].map((day, at) => ({
  key: day,
  axisLabel: day,
  labelRank: 1 as const,
  values: [at + 1],
  isForecast: false,
  isToday: false,
}));

const open = (state: ChartState, onOpen = vi.fn()) => {
  render(
    <MantineProvider>
      <ChartFrame
        label="Energia por dia"
        state={state}
        height={190}
        legend={[{ label: 'Ponta', color: '--peak' }]}
        table={{
          columns: ['Dia', 'Total'],
          rows: [
            ['seg', '1 kWh'],
            ['ter', '2 kWh'],
          ],
        }}
      >
        <BarGraph
          label="Energia por dia"
          bars={bars}
          series={[{ key: 'all', label: 'Total', color: '--off-peak' }]}
          height={190}
          describe={(at) => ({
            title: `dia ${at}`,
            rows: [{ label: 'Total', value: `${at + 1} kWh` }],
            note: 'completo',
          })}
          onOpen={onOpen}
        />
      </ChartFrame>
    </MantineProvider>,
  );
  return onOpen;
};

describe('a chart', () => {
  it('announces each value during keyboard navigation', () => {
    const onOpen = open({ kind: 'ready' });
    const graph = screen.getByRole('slider', { name: 'Energia por dia' });
    fireEvent.keyDown(graph, { key: 'ArrowRight' });
    expect(graph.getAttribute('aria-valuetext')).toBe('dia 0, Total 1 kWh, completo');
    fireEvent.keyDown(graph, { key: 'End' });
    expect(graph.getAttribute('aria-valuetext')).toBe('dia 2, Total 3 kWh, completo');
    expect(screen.getByText('3 kWh')).toBeDefined();
    fireEvent.keyDown(graph, { key: 'Enter' });
    expect(onOpen).toHaveBeenCalledWith(2);
    fireEvent.blur(graph);
    expect(screen.queryByText('3 kWh')).toBeNull();
  });

  it('provides the same values as a table', () => {
    open({ kind: 'ready' });
    fireEvent.click(screen.getByRole('button', { name: /ver tabela/ }));
    expect(screen.getByRole('table', { name: 'Energia por dia' })).toBeDefined();
    expect(screen.getByRole('rowheader', { name: 'ter' })).toBeDefined();
    expect(screen.getByRole('cell', { name: '2 kWh' })).toBeDefined();
  });

  it('reports an empty chart, and a failed one with a button to try again', () => {
    open({ kind: 'empty', message: 'Não existe consumo histórico' });
    expect(screen.getByText('Não existe consumo histórico')).toBeDefined();
    const onRetry = vi.fn();
    open({ kind: 'failed', failure: new Error('x'), onRetry });
    fireEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });
});
