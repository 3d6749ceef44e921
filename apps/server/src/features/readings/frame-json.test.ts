import { frame } from '@nascente/contract/readings';
import { describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import { writeFrames } from './frame-json.ts';
import { answerOf, SHORTEST_FRAME } from './written-frames.ts';

const FIELDS = 31;
const line = (values: Readonly<Record<number, string>>): string =>
  `(1795176000123,${Array.from({ length: FIELDS }, (_, index) => values[index] ?? '').join(',')})`;
const KWHA = 17;
const LITRES = 29;

const written = (...lines: string[]) => {
  const json = answerOf('[', writeFrames({ count: lines.length, lines: lines.join('\n') }), ']').toString();
  return { json, frames: z.array(frame).parse(JSON.parse(json)) };
};

describe('frames written as JSON', () => {
  it('hold what the line holds, and null for what was not measured', () => {
    const { frames } = written(line({ 0: '-61', 2: '219.8', 13: '1e+06', 30: '1.5e-05' }));
    expect(frames[0]).toMatchObject({
      date: '2026-11-20T12:00:00.123Z',
      rssi: -61,
      va: 219.8,
      wc: 1_000_000,
      flow: 1.5e-5,
    });
    expect(frames[0]).toMatchObject({ t: null, vb: null, kwha: null, litres: null });
  });

  it.each([
    ['0', 0],
    ['1', 0.001],
    ['-5', -0.005],
    ['40', 0.04],
    ['-40', -0.04],
    ['999', 0.999],
    ['1000', 1],
    ['1200', 1.2],
    ['-1234567', -1234.567],
    ['100000', 100],
  ])('set the decimal point into %s thousandths', (text, number) => {
    const { json, frames } = written(line({ [KWHA]: text, [LITRES]: text }));
    expect(frames[0]?.kwha).toBe(number);
    expect(frames[0]?.litres).toBe(number);
    expect(json).toContain(`"kwha":${number},`);
  });

  it.each(['NaN', 'Infinity', '-Infinity'])('never hold %s, which is not JSON', (text) => {
    expect(written(line({ 2: text })).frames[0]?.va).toBeNull();
  });

  it('follow one another in order, and none is an empty array', () => {
    expect(written(line({ 2: '1' }), line({ 2: '2' }), line({ 2: '3' })).frames.map(({ va }) => va)).toEqual([
      1, 2, 3,
    ]);
    expect(written().json).toBe('[]');
  });

  it('are never shorter than the stride that finds the next one', () => {
    const ones = Object.fromEntries(Array.from({ length: FIELDS }, (_, field) => [field, '1']));
    const { json } = written(line(ones));
    const shortest = json.length - '[]'.length - 7 * '0.00'.length;
    expect(shortest).toBeGreaterThan(SHORTEST_FRAME);
  });
});
