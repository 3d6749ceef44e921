import { civilDate } from '@nascente/domain/base/time/civil-day';
import { DEFAULT_ZONE, instant } from '@nascente/domain/base/time/zone';
import { parseRate } from '@nascente/domain/base/units/rate';
import { compareTariffs } from '@nascente/domain/money/comparison/compare-tariffs';
import { computeBill } from '@nascente/domain/money/testing/compute-bill';
import type { BillingContract } from '@nascente/domain/sites/tariffs/billing-contract';
import { CONTRACT, CYCLES, FLAGS, RULES, yearOfQuarters } from '../bill/year.ts';

/** A year's bills of one meter, and the year under every modality, from its quarter-hours. */
const RUNS = Number(process.argv[2] ?? 15);
const LIMITS_MS = { year: 50, comparison: 500 };

const series = yearOfQuarters();
const since = null;
const now = instant(Date.UTC(2026, 5, 1));
const shared = { series, zone: DEFAULT_ZONE, now, since, contract: CONTRACT, flags: FLAGS };
const candidates = RULES.map((rules) => ({
  modality: rules.modality,
  versions: [{ validFrom: civilDate('2024-01-01'), rules }],
}));
const verde = candidates.find(({ modality }) => modality === 'verde');
if (verde === undefined) throw new Error('no tariff to measure');

/** CBS and IBS replace PIS and COFINS in the middle of the year, for bills that fall due ten days after their cycle. */
const reformed: BillingContract = {
  ...CONTRACT,
  due: { days: 10, dates: [] },
  vatPeriods: [
    {
      validFrom: civilDate('2025-07-01'),
      cbs: parseRate('0.087'),
      ibsState: parseRate('0.0005'),
      ibsMunicipal: parseRate('0.0005'),
      effect: 'charged',
      endsPisCofins: 'due',
      source: 'bench',
      isConfirmed: true,
    },
  ],
};

const yearOfReform = () =>
  CYCLES.map((cycle) => computeBill({ ...shared, contract: reformed, cycle, versions: verde.versions }));
const yearOfBills = () => CYCLES.map((cycle) => computeBill({ ...shared, cycle, versions: verde.versions }));
const comparison = () => compareTariffs({ ...shared, cycles: CYCLES, candidates });

const measure = (name: string, limit: number, run: () => unknown): void => {
  const first = timed(run);
  const sorted = Array.from({ length: RUNS }, () => timed(run)).toSorted((a, b) => a - b);
  const median = sorted[Math.floor(RUNS / 2)] ?? Number.NaN;
  console.log(
    `${name}: ${median.toFixed(1)} ms (median of ${RUNS}; ${sorted[0]?.toFixed(1)} to ${sorted.at(-1)?.toFixed(1)}; ` +
      `the first, cold, ${first.toFixed(1)})`,
  );
  if (median > limit) {
    console.error(`${name}: above its limit of ${limit} ms`);
    process.exitCode = 1;
  }
};

const timed = (run: () => unknown): number => {
  const started = performance.now();
  run();
  return performance.now() - started;
};

console.log(`${series.length.toLocaleString('en')} quarters, ${CYCLES.length} cycles`);
measure('bills of a year', LIMITS_MS.year, yearOfBills);
measure('bills of a year in which CBS begins', LIMITS_MS.year, yearOfReform);
measure('all four modalities, with the best demand', LIMITS_MS.comparison, comparison);
const lines = yearOfBills().reduce((sum, bill) => sum + bill.lines.length, 0);
console.log(`${lines} lines; cheapest: ${comparison()[0]?.modality}`);
