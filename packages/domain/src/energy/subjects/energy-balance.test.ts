import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { energyBalance } from './energy-balance.ts';

const parts = [{ total: 30 }, { total: 20 }];

describe('where energy came from and went to', () => {
  it('gives the rest of the general meter to what has no meter', () => {
    const balance = energyBalance({ consumed: 80, exported: 0, generated: null, parts });
    expect(balance).toEqual({ fromGrid: 80, fromPanels: 0, excess: 0, toGrid: 0, rest: 30 });
  });
  it('counts what panels gave, less what went to the grid, as used', () => {
    const balance = energyBalance({ consumed: 40, exported: 15, generated: 35, parts });
    expect(balance).toEqual({ fromGrid: 40, fromPanels: 35, excess: 0, toGrid: 15, rest: 10 });
  });
  it('takes what went to the grid for generated where no meter stands at the inverter', () => {
    const balance = energyBalance({ consumed: 50, exported: 5, generated: null, parts });
    expect(balance).toEqual({ fromGrid: 50, fromPanels: 5, excess: 0, toGrid: 5, rest: 0 });
  });
  it('names what parts measured beyond what came', () => {
    const balance = energyBalance({ consumed: 45, exported: 0, generated: null, parts });
    expect(balance).toMatchObject({ excess: 5, rest: 0 });
  });
  it('knows nothing of the grid without a general meter', () => {
    const balance = energyBalance({ consumed: null, exported: 0, generated: 10, parts });
    expect(balance).toEqual({ fromGrid: 50, fromPanels: 0, excess: 0, toGrid: 0, rest: 0 });
  });
  it('comes to the same on both sides, whatever was measured', () => {
    const amount = fc.nat(1_000_000);
    const flows = fc.record({
      consumed: fc.option(amount),
      exported: amount,
      generated: fc.option(amount),
      parts: fc.array(fc.record({ total: amount })),
    });
    fc.assert(
      fc.property(flows, (measured) => {
        const { fromGrid, fromPanels, excess, toGrid, rest } = energyBalance(measured);
        const used = measured.parts.reduce((sum, { total }) => sum + total, 0);
        expect(fromGrid + fromPanels + excess).toBe(used + rest + toGrid);
        expect(Math.min(fromGrid, fromPanels, excess, toGrid, rest)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
