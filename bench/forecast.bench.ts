// How far forecasts of a billing cycle are off at its days 5, 10 and 15, against the daily average, and how often the
// band contains the result: separately for tuned and untouched meters.
import { forecastPeriod, LEARNT_DAYS } from '@nascente/domain/energy/forecast/forecast-choice';
import { CYCLE_DAYS, ELAPSED, inputOf, isComplete, mean, percent, sum, totalOf } from './forecast/cycles.ts';
import { type BenchMeter, HOUSEHOLDS, STEEL_WORKS, TUNED, UNTOUCHED } from './forecast/meters.ts';

/** Days that lie before the first cycle. */
const YOUNG = 60;
const OVER_A_YEAR = 400;
const YEAR = 364;
/** Meters with fewer cycles count in the means only. */
const MIN_CYCLES = 50;

interface Measured {
  readonly name: string;
  readonly cycles: number;
  /** Mean absolute errors of the cycle's total, as shares of it. */
  readonly average: number;
  readonly chosen: number;
  /** The same in consumption. */
  readonly averageVolume: number;
  readonly chosenVolume: number;
  /** Share of cycles in which another method than the daily average was chosen. */
  readonly weekly: number;
  readonly held: number;
  readonly width: number;
}

/** From every day with so many before it a cycle begins; one with a missing day is left out. */
const measure = (meter: BenchMeter, elapsed: number, from: number, past: number): Measured => {
  const rows = [];
  for (let first = from; first + CYCLE_DAYS <= meter.days.length; first += 1) {
    const cycle = meter.days.slice(first, first + CYCLE_DAYS);
    const truth = totalOf(cycle);
    if (!isComplete(cycle)) continue;
    const { total, low, high, byDailyAverage, method } = forecastPeriod(inputOf(meter, first, elapsed, past));
    rows.push({
      truth,
      average: Math.abs(byDailyAverage.total - truth),
      chosen: Math.abs(total - truth),
      weekly: method === 'média diária' ? 0 : 1,
      held: low <= truth && truth <= high ? 1 : 0,
      width: (high - low) / truth,
    });
  }
  return {
    name: meter.name,
    cycles: rows.length,
    average: mean(rows.map(({ average, truth }) => average / truth)),
    chosen: mean(rows.map(({ chosen, truth }) => chosen / truth)),
    averageVolume: sum(rows.map(({ average }) => average)),
    chosenVolume: sum(rows.map(({ chosen }) => chosen)),
    weekly: mean(rows.map(({ weekly }) => weekly)),
    held: mean(rows.map(({ held }) => held)),
    width: mean(rows.map(({ width }) => width)),
  };
};

const report = (label: string, meters: readonly BenchMeter[], from: number, past = LEARNT_DAYS): void => {
  for (const elapsed of ELAPSED) {
    const measured = meters
      .map((meter) => measure(meter, elapsed, from, past))
      .filter(({ cycles }) => cycles > 0);
    const enough = measured.filter(({ cycles }) => cycles >= MIN_CYCLES);
    const worst = enough.toSorted((a, b) => b.chosen / b.average - a.chosen / a.average)[0];
    const minHeld = enough.toSorted((a, b) => a.held - b.held)[0];
    const over = (value: (of: Measured) => number) => mean(measured.map(value));
    const figures = [
      percent(over(({ average }) => average)),
      percent(over(({ chosen }) => chosen)),
      (over(({ chosen }) => chosen) / over(({ average }) => average)).toFixed(2),
      over(({ chosen, average }) => chosen / average).toFixed(2),
      (over(({ chosenVolume }) => chosenVolume) / over(({ averageVolume }) => averageVolume)).toFixed(2),
      worst === undefined ? '' : `${(worst.chosen / worst.average).toFixed(2)} (${worst.name})`,
      percent(over(({ weekly }) => weekly)),
      percent(over(({ held }) => held)),
      minHeld === undefined ? '' : `${percent(minHeld.held)} (${minHeld.name})`,
      percent(over(({ width }) => width)),
    ];
    console.log(`| ${[label, elapsed, sum(measured.map(({ cycles }) => cycles)), ...figures].join(' | ')} |`);
  }
};

const HEAD = [
  'meters',
  'day',
  'cycles',
  'daily average',
  'chosen',
  'ratio',
  'mean of ratios',
  'ratio by volume',
  'worst meter',
  'not by daily average',
  'band holds',
  'least of a meter',
  'band width',
];
console.log(`| ${HEAD.join(' | ')} |\n|${'---|'.repeat(HEAD.length)}`);
report('tuned, over a year', TUNED, OVER_A_YEAR);
report('untouched, over a year', UNTOUCHED, OVER_A_YEAR);
report('tuned, under a year', TUNED, YOUNG, YEAR);
report('untouched, under a year', UNTOUCHED, YOUNG, YEAR);
report('steel works', STEEL_WORKS, YOUNG);
report('households', HOUSEHOLDS, YOUNG);

const input = inputOf(TUNED[0] as BenchMeter, 1000, 10, LEARNT_DAYS);
const before = performance.now();
for (let round = 0; round < 200; round += 1) forecastPeriod(input);
console.log(`one forecast with its trials: ${((performance.now() - before) / 200).toFixed(2)} ms`);
