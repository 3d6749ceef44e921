import { describe, expect, it } from 'vitest';
import { type Mac, normalizeMac } from '../../sites/boards/mac.ts';
import { type BoardKind, parseLine } from './frame.ts';
import { lineOfValues } from './frame-layout.ts';

const MAC = normalizeMac('AA:BB:CC:DD:EE:01') as Mac;
const AT = 1_764_000_000;
const frameOf = (kind: BoardKind, values: Record<string, unknown>) => {
  const line = lineOfValues(MAC, kind, AT, values);
  return typeof line === 'string' ? parseLine(line, MAC) : line;
};

describe('values by name', () => {
  it('converts named values to the frame of a line', () => {
    expect(frameOf('tri', { va: 220.5, wa: 1_500, energyA: 4.125, pfa: null })).toMatchObject({
      kind: 'tri',
      at: AT * 1_000,
      va: 220.5,
      wa: 1_500,
      energyA: 4_125,
      pfa: null,
      vb: null,
    });
  });

  it('uses separate names for water and one-phase values', () => {
    expect(frameOf('water', { volume: 2.5, flow: 11 })).toMatchObject({
      kind: 'water',
      volume: 2_500,
      flow: 11,
    });
    expect(frameOf('mono', { energyA: -1 })).toMatchObject({
      kind: 'mono',
      energyA: -1_000,
    });
  });

  it('writes small values without an exponent', () => {
    expect(lineOfValues(MAC, 'water', AT, { volume: 1e-7 })).toBe(`${MAC},${AT},,,0.000000100,`);
  });

  it.each([
    [{ volt: 220 }, { problem: 'unknown-value', name: 'volt' }],
    [{ volume: 3 }, { problem: 'unknown-value', name: 'volume' }],
    [{ va: '220 V' }, { problem: 'not-a-number', name: 'va' }],
    [{ va: true }, { problem: 'not-a-number', name: 'va' }],
    [{ va: Number.NaN }, { problem: 'not-a-number', name: 'va' }],
    [{ va: null }, { problem: 'nothing-measured', name: '' }],
    [{}, { problem: 'nothing-measured', name: '' }],
    [{ constructor: 1 }, { problem: 'unknown-value', name: 'constructor' }],
  ])('refuses by name the values %j', (values, problem) => {
    expect(lineOfValues(MAC, 'tri', AT, values)).toEqual(problem);
  });
});
