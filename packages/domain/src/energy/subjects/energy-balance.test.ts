import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { energyBalance } from './energy-balance.ts';

const parts = [{ total: 30 }, { total: 20 }];

describe('the sources and uses of energy', () => {
  it('assigns the rest of the general meter to unmetered loads', () => {
    const balance = energyBalance({ consumed: 80, exported: 0, generated: null, parts });
    expect(balance).toEqual({ fromGrid: 80, fromPanels: 0, excess: 0, toGrid: 0, rest: 30 });
  });
  it('counts the generation minus the export as used', () => {
    const balance = energyBalance({ consumed: 40, exported: 15, generated: 35, parts });
    expect(balance).toEqual({ fromGrid: 40, fromPanels: 35, excess: 0, toGrid: 15, rest: 10 });
  });
  it('uses the export as generation when no meter stands at the inverter', () => {
    const balance = energyBalance({ consumed: 50, exported: 5, generated: null, parts });
    expect(balance).toEqual({ fromGrid: 50, fromPanels: 5, excess: 0, toGrid: 5, rest: 0 });
  });
  it('returns the measured excess of the parts', () => {
    const balance = energyBalance({ consumed: 45, exported: 0, generated: null, parts });
    expect(balance).toMatchObject({ excess: 5, rest: 0 });
  });
  it('returns the sum of the parts as grid energy without a general meter', () => {
    const balance = energyBalance({ consumed: null, exported: 0, generated: 10, parts });
    expect(balance).toEqual({ fromGrid: 50, fromPanels: 0, excess: 0, toGrid: 0, rest: 0 });
  });
  it('balances both sides for any measured values', () => {
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
