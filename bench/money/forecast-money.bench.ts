// How far the bill of the forecast consumption is off at the days 5, 10 and 15 of a cycle, and how often its band holds the bill that
// came: by a tariff that follows consumption alone, and by one with demand and a peak.
import { LEARNT_DAYS } from '@nascente/domain/energy/forecast/forecast-choice';
import { CYCLE_DAYS, ELAPSED, inputOf, isComplete, mean, percent } from '../forecast/cycles.ts';
import { type BenchMeter, TUNED, UNTOUCHED } from '../forecast/meters.ts';
import { forecastBill, MODALITIES, type Modality } from '../forecast/money.ts';

const OVER_A_YEAR = 400;
/** A cycle begins every fifth day: priced four times, all of them would take half an hour. */
const STEP = Number(process.env.STEP ?? 5);

const measure = (meter: BenchMeter, modality: Modality, elapsed: number) => {
  const rows = [];
  for (let first = OVER_A_YEAR; first + CYCLE_DAYS <= meter.days.length; first += STEP) {
    const cycle = meter.days.slice(first, first + CYCLE_DAYS);
    const input = inputOf(meter, first, elapsed, LEARNT_DAYS);
    if (!isComplete(cycle) || input.consumed === 0) continue;
    const { truth, total, low, high } = forecastBill(modality, input, cycle);
    rows.push({
      error: Math.abs(total - truth) / truth,
      held: low <= truth && truth <= high ? 1 : 0,
      width: (high - low) / truth,
    });
  }
  return {
    name: meter.name,
    cycles: rows.length,
    error: mean(rows.map(({ error }) => error)),
    held: mean(rows.map(({ held }) => held)),
    width: mean(rows.map(({ width }) => width)),
  };
};

const HEAD = ['meters', 'tariff', 'day', 'cycles', 'error', 'band holds', 'least of a meter', 'band width'];
console.log(`| ${HEAD.join(' | ')} |\n|${'---|'.repeat(HEAD.length)}`);
for (const [label, meters] of [
  ['tuned', TUNED],
  ['untouched', UNTOUCHED],
] as const)
  for (const modality of MODALITIES)
    for (const elapsed of ELAPSED) {
      const measured = meters
        .map((meter) => measure(meter, modality, elapsed))
        .filter(({ cycles }) => cycles > 0);
      const min = measured.toSorted((a, b) => a.held - b.held)[0];
      const figures = [
        label,
        modality,
        elapsed,
        measured.reduce((sum, { cycles }) => sum + cycles, 0),
        percent(mean(measured.map(({ error }) => error))),
        percent(mean(measured.map(({ held }) => held))),
        min === undefined ? '' : `${percent(min.held)} (${min.name})`,
        percent(mean(measured.map(({ width }) => width))),
      ];
      console.log(`| ${figures.join(' | ')} |`);
    }
