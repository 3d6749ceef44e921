import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Instant } from '../../base/time/zone.ts';
import type { Mac } from '../../sites/boards/mac.ts';
import { blankFrame, type Frame, formatFrame, parsePayload } from '../frames/frame.ts';
import { isRefusal } from '../frames/refusal.ts';
import { addFrame, emptyLedger, type Quarter, quartersOf } from './quarters.ts';

const MAC = 'A4:CF:12:00:0B:01' as Mac;
const START = Date.UTC(2026, 10, 20, 12);

const increment = fc.option(fc.integer({ min: -(10 ** 9), max: 10 ** 9 }));
const anyFrame = fc
  .record({
    at: fc.integer({ min: START, max: START + 6 * 3_600_000 }),
    energyA: increment,
    energyB: increment,
    energyC: increment,
    reactiveA: increment,
    reactiveB: increment,
    reactiveC: increment,
    wa: fc.option(fc.double({ min: -1e6, max: 1e6, noNaN: true })),
  })
  .map(
    ({ at, wa, ...fields }) =>
      ({ ...blankFrame('tri', at as Instant), ...fields, wa: zeroSigned(wa) }) as Frame,
  );
const frames = fc.uniqueArray(anyFrame, { selector: (frame) => frame.at, minLength: 1, maxLength: 40 });

/** -0 W is written as 0. */
function zeroSigned(value: number | null): number | null {
  return value === null ? null : value + 0;
}

/** A delivery as networks cause it: any order, repeated lines, and any number of lines per payload. */
const delivery = frames.chain((sent) =>
  fc.record({
    sent: fc.constant(sent),
    arriving: fc
      .shuffledSubarray(sent, { minLength: 0 })
      .chain((repeated) =>
        fc.shuffledSubarray([...sent, ...repeated], { minLength: sent.length + repeated.length }),
      ),
    cuts: fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 1, maxLength: 10 }),
    lineBreak: fc.constantFrom('\n', '\r\n'),
  }),
);

function payloads(arriving: readonly Frame[], cuts: readonly number[], lineBreak: string): string[] {
  const texts: string[] = [];
  let from = 0;
  while (from < arriving.length) {
    const count = cuts[texts.length % cuts.length] ?? 1;
    texts.push(
      arriving
        .slice(from, from + count)
        .map((frame) => formatFrame(frame, MAC))
        .join(lineBreak),
    );
    from += count;
  }
  return texts;
}

function quartersFrom(texts: readonly string[]): Quarter[] {
  const ledger = emptyLedger();
  for (const text of texts) {
    for (const outcome of parsePayload(text, MAC)) {
      if (!isRefusal(outcome)) addFrame(ledger, 1, outcome);
    }
  }
  return quartersOf(ledger, 1);
}

/** The net sum over all quarter-hours, to compare with the sum of the sent increments. */
const netOf = (quarters: readonly Quarter[], plus: keyof Quarter, minus: keyof Quarter) =>
  quarters.reduce((sum, quarter) => sum + Number(quarter[plus]) - Number(quarter[minus]), 0);
const sumOf = (sent: readonly Frame[], field: 'energyA' | 'reactiveC') =>
  sent.reduce((sum, frame) => sum + (frame[field] ?? 0), 0);

describe('the quarter-hours of messages', () => {
  test('returns the same quarter-hours for any order, duplication or splitting of messages', () => {
    fc.assert(
      fc.property(delivery, ({ sent, arriving, cuts, lineBreak }) => {
        const expected = quartersFrom(
          [...sent].sort((a, b) => a.at - b.at).map((frame) => formatFrame(frame, MAC)),
        );
        expect(quartersFrom(payloads(arriving, cuts, lineBreak))).toEqual(expected);
      }),
    );
  });

  test('counts every increment once', () => {
    fc.assert(
      fc.property(delivery, ({ sent, arriving, cuts, lineBreak }) => {
        const quarters = quartersFrom(payloads(arriving, cuts, lineBreak));
        expect(quarters.reduce((sum, quarter) => sum + quarter.frames, 0)).toBe(sent.length);
        expect(netOf(quarters, 'consumedA', 'injectedA')).toBe(sumOf(sent, 'energyA'));
        expect(netOf(quarters, 'inductiveC', 'capacitiveC')).toBe(sumOf(sent, 'reactiveC'));
      }),
    );
  });

  test('reads back an equal frame of every kind', () => {
    fc.assert(
      fc.property(anyFrame, (frame) => {
        expect(parsePayload(formatFrame(frame, MAC), MAC)).toEqual([frame]);
      }),
    );
  });
});
