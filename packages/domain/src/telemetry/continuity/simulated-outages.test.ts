import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../base/time/zone.ts';
import { isCountedOutage } from './continuity-indicators.ts';
import type { Outage } from './site-outages.ts';
import {
  createRandom,
  detectedOutages,
  type SimulatedSite,
  simulatedSite,
  type Truth,
} from './testing/simulated-site.ts';

const SITES = 500;
const SEED = 42;

/** Whether an outage is one that users are asked about, because a single board may also have been unplugged. */
const isAsked = ({ kind, evidence, to }: Outage): boolean =>
  kind === 'unknown' && evidence === 'one-restarted' && to !== null;

/** Whether the detected outages are what really happened. Otherwise an outage of unknown kind is never right. */
const CORRECT: Readonly<
  Record<Truth['cause'], (outages: readonly Outage[], site: SimulatedSite) => boolean>
> = {
  mains: (outages, { boards }) =>
    outages.filter(boards.length === 1 ? (one) => isAsked(one) || isCountedOutage(one) : isCountedOutage)
      .length === 1,
  phase: (outages, { truth }) => {
    const [counted, ...others] = outages.filter(isCountedOutage);
    return counted?.phases.join() === truth.phase && others.length === 0;
  },
  // If all other boards have buffers, one board alone lost its messages: the data do not say whether it had power.
  router: (outages) =>
    outages.every(
      ({ kind, meters }) => kind === 'messages' || (kind === 'installation' && meters.length === 1),
    ),
  broker: (outages) => outages.every(({ kind }) => kind === 'messages'),
  board: (outages, { truth }) =>
    outages.length === 1 &&
    outages[0]?.kind === 'installation' &&
    outages[0].meters.join() === `${truth.board}`,
  short: (outages) => !outages.some(isCountedOutage),
  brownout: (outages) => outages.length === 0,
  nothing: (outages) => outages.length === 0,
};

test('classifies 98 % of 500 simulated outages correctly, and their duration to a minute', {
  timeout: 60_000,
}, () => {
  const random = createRandom(SEED);
  const wrong: string[] = [];
  const errors: number[] = [];
  for (let number = 0; number < SITES; number++) {
    const site = simulatedSite(random);
    const outages = detectedOutages(site, random);
    const { cause, from, to } = site.truth;
    if (!CORRECT[cause](outages, site)) wrong.push(`${cause} ${JSON.stringify(outages)}`);
    const [counted] = outages.filter((one) => isCountedOutage(one) || isAsked(one));
    if (counted !== undefined && (cause === 'mains' || cause === 'phase'))
      errors.push(Math.abs((counted.to as number) - counted.from - (to - from)));
  }
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(SITES * 0.02);
  // A doubt is asked; a lost message is never claimed as an interruption.
  expect(
    wrong.filter((text) => /^(router|broker|board|nothing|brownout).*"interruption"/.test(text)),
  ).toEqual([]);
  expect(errors.length).toBeGreaterThan(SITES / 3);
  expect(Math.max(...errors)).toBeLessThanOrEqual(MINUTE_MS);
});
