import { describe, expect, it } from 'vitest';
import { CELL_SHAPES, cellAt, cellGeometry, cellPaths, stepThroughCells } from './cell-grid-geometry.ts';

const geometry = cellGeometry(200, 10, 24, 10);

describe('a grid of cells', () => {
  it('fills the width, and grows beyond it rather than draw columns too narrow to see', () => {
    expect(geometry).toEqual({ cellWidth: 20, cellHeight: 10, width: 200, height: 240 });
    expect(cellGeometry(200, 366, 24, 10).width).toBe(1830);
    expect(cellGeometry(0, 0, 24, 10).width).toBe(0);
  });

  it('draws every measured cell once in the path of its level, and nothing where nothing was measured', () => {
    const columns = [
      { key: 'a', axisLabel: '', labelRank: 0 as const, levels: [0, 1, null] },
      { key: 'b', axisLabel: '', labelRank: 0 as const, levels: [1, null, 1] },
    ];
    const levels = [
      { label: 'good', fill: 'green' },
      { label: 'bad', fill: 'red', shape: 'down' as const },
    ];
    const [good, bad] = cellPaths(columns, levels, geometry);
    expect(good).toEqual({ cells: 'M0 0h19v9h-19z', shapes: '' });
    expect(bad?.cells.match(/M/g)).toHaveLength(3);
    expect(bad?.shapes.match(/z/g)).toHaveLength(3);
  });

  it('has a shape of its own for each kind of level', () => {
    const columns = [{ key: 'a', axisLabel: '', labelRank: 0 as const, levels: [0] }];
    const drawn = CELL_SHAPES.map(
      (shape) => cellPaths(columns, [{ label: '', fill: '', shape }], geometry)[0]?.shapes,
    );
    expect(new Set(drawn).size).toBe(CELL_SHAPES.length);
  });

  it('knows the cell under the pointer', () => {
    expect(cellAt(45, 231, geometry)).toEqual({ column: 2, row: 23 });
    expect(cellAt(200, 0, geometry)).toBeNull();
    expect(cellAt(5, -1, geometry)).toBeNull();
  });
});

describe('by keyboard', () => {
  it('one begins at the newest column, and walks both ways to the edges', () => {
    const start = stepThroughCells('ArrowLeft', null, 10, 24);
    expect(start).toEqual({ column: 9, row: 0 });
    const walk = (keys: string[]) =>
      keys.reduce((at, key) => stepThroughCells(key, at ?? null, 10, 24), start);
    expect(walk(['ArrowLeft', 'ArrowDown', 'ArrowDown', 'ArrowUp'])).toEqual({ column: 8, row: 1 });
    expect(walk(['ArrowRight', 'ArrowUp'])).toEqual({ column: 9, row: 0 });
    expect(walk(['PageUp', 'PageUp', 'PageDown'])).toEqual({ column: 7, row: 0 });
    expect(walk(['Home'])).toEqual({ column: 0, row: 0 });
    expect(walk(['Home', 'End', 'Escape'])).toBeNull();
  });

  it('other keys, and an empty grid, are left alone', () => {
    expect(stepThroughCells('a', null, 10, 24)).toBeUndefined();
    expect(stepThroughCells('ArrowLeft', null, 0, 24)).toBeUndefined();
  });
});
