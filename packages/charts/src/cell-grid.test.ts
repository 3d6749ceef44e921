import { describe, expect, it } from 'vitest';
import { cellPaths, stepThroughCells } from './cell-grid.tsx';

describe('a grid of cells', () => {
  it('draws each measured cell once in the path of its level, and no cell without measurement', () => {
    const columns = [
      { key: 'a', axisLabel: '', labelRank: 0 as const, levels: [0, 1, null] },
      { key: 'b', axisLabel: '', labelRank: 0 as const, levels: [1, null, 1] },
    ];
    const levels = [
      { label: 'good', fill: 'green' },
      { label: 'bad', fill: 'red', shape: 'down' as const },
    ];
    const [good, bad] = cellPaths(columns, levels, 20);
    expect(good).toEqual({ cells: 'M0 0h19v8h-19z', shapes: '' });
    expect(bad?.cells.match(/M/g)).toHaveLength(3);
    expect(bad?.shapes.match(/z/g)).toHaveLength(3);
  });

  it('steps through the cells by keys, starting at the newest column', () => {
    const step = stepThroughCells(10, 24);
    expect(step('ArrowRight', null)).toBe(9 * 24);
    expect(step('ArrowDown', 9 * 24)).toBe(9 * 24 + 1);
    expect(step('ArrowRight', 9 * 24 + 1)).toBe(9 * 24 + 1);
    expect(step('PageUp', 9 * 24 + 1)).toBe(2 * 24 + 1);
    expect(step('Home', 9 * 24 + 3)).toBe(3);
    expect(step('End', 3)).toBe(9 * 24 + 3);
    expect(step('Escape', 3)).toBeNull();
    expect(step('x', 3)).toBeUndefined();
    expect(stepThroughCells(0, 24)('Home', null)).toBeUndefined();
  });
});
