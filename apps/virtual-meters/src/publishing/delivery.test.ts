import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createNoise } from '../profiles/noise.ts';
import { createDelivery, NO_MISHAPS } from './delivery.ts';

const ROUGH = { outage: 0.05, duplicate: 0.1, malformed: 0.1 };
const full = (line: string) => line.startsWith('line-') && line.endsWith('-end');

/** Sends numbered lines through the radio, then the last ones in calm, and answers what arrived. */
function arrived(seed: string, acknowledged: readonly boolean[]): string[] {
  const delivery = createDelivery(createNoise(seed), ROUGH);
  const lines: string[] = [];
  acknowledged.forEach((answer, index) => {
    lines.push(
      ...delivery.next([`line-${index}-end`], answer).payloads.flatMap((payload) => payload.split('\n')),
    );
  });
  for (let quiet = 0; quiet < 400; quiet += 1) {
    lines.push(...delivery.next([], true).payloads.flatMap((payload) => payload.split('\n')));
  }
  return lines;
}

test('every line arrives despite any mishap, the first time in order', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.array(fc.boolean(), { minLength: 50, maxLength: 300 }),
      (seed, acknowledged) => {
        const firsts = [...new Set(arrived(seed, acknowledged).filter(full))];
        expect(firsts).toEqual(acknowledged.map((_, index) => `line-${index}-end`));
      },
    ),
  );
});

test('rough conditions produce outages with a backlog, duplicates and damaged lines', () => {
  const delivery = createDelivery(createNoise('rough'), ROUGH);
  const deliveries = Array.from({ length: 500 }, (_, index) => delivery.next([`line-${index}-end`], true));
  const payloads = deliveries.flatMap((one) => one.payloads);
  expect(deliveries.some((one) => !one.connected)).toBe(true);
  expect(payloads.some((payload) => payload.split('\n').length > 10)).toBe(true);
  expect(new Set(payloads).size).toBeLessThan(payloads.length);
  expect(payloads.some((payload) => !payload.split('\n').every(full))).toBe(true);
});

test('calm conditions send every line as a payload of its own', () => {
  const delivery = createDelivery(createNoise('calm'), NO_MISHAPS);
  expect(delivery.next(['a'], true)).toEqual({ connected: true, payloads: ['a'] });
  expect(delivery.next(['b'], false)).toEqual({ connected: true, payloads: [] });
  expect(delivery.next(['c'], true)).toEqual({ connected: true, payloads: ['b\nc'] });
});

test('a long backlog is cut into payloads of 500 lines', () => {
  const delivery = createDelivery(createNoise('calm'), NO_MISHAPS);
  const lines = Array.from({ length: 1_200 }, (_, index) => String(index));
  const sizes = delivery.next(lines, true).payloads.map((payload) => payload.split('\n').length);
  expect(sizes).toEqual([500, 500, 200]);
});
