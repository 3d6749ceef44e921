// How often the saving that is measured over a year in which nothing was done lies within its own band: each year of the
// buildings is a baseline for the next one, without the temperature outdoors and with it. On buildings by which the width of the
// band was found, and on others apart.
import {
  avoidedUse,
  baselineQuality,
  fitBaseline,
  type MeasuredDay,
} from '@nascente/domain/energy/baseline/baseline';
import type { IndependentVariable } from '@nascente/domain/energy/baseline/independent-variables';
import { type BenchMeter, OUTDOORS, TUNED, UNTOUCHED } from '../forecast/meters.ts';

const YEARS = [2016, 2017, 2018];
const MONTHS = [3, 6, 12];
const MIN_DAYS = 300;
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

const daysOf = (meter: BenchMeter, from: string, to: string): MeasuredDay[] =>
  meter.days
    .filter(({ date, completeness }) => date >= from && date < to && completeness >= 0.9)
    .map(({ date, total }) => ({ date, total }));

const measured = (meters: readonly BenchMeter[], months: number, variables: readonly IndependentVariable[]) =>
  meters.flatMap((meter) =>
    YEARS.flatMap((year) => {
      const after = daysOf(
        meter,
        `${year + 1}`,
        months === 12 ? `${year + 2}` : `${year + 1}-${String(months + 1).padStart(2, '0')}`,
      );
      const baseline = fitBaseline(daysOf(meter, `${year}`, `${year + 1}`), meter.isHoliday, variables);
      if (baseline === null || after.length < (MIN_DAYS * months) / 12) return [];
      const { avoided, low, high, expected } = avoidedUse(baseline, after.filter(baseline.covers));
      return [
        {
          name: meter.name,
          isHeld: low <= 0 && 0 <= high,
          saving: Math.abs(avoided) / expected,
          width: (high - low) / 2 / expected,
          isByVariable: baseline.variables.length > 0,
          quality: baselineQuality(baseline),
        },
      ];
    }),
  );

console.log(
  '| buildings | temperature | months | years | within their band | within it in each or all but one of their years | mean saving, either way | half width of the band | good, fair, poor | years told by temperature |\n|---|---|---|---|---|---|---|---|---|---|',
);
const TEMPERATURE: IndependentVariable = { kind: 'temperature', values: OUTDOORS };
for (const [label, meters] of [
  ['tuned', TUNED],
  ['untouched', UNTOUCHED],
] as const)
  for (const months of MONTHS)
    for (const variables of [[], [TEMPERATURE]]) {
      const rows = measured(meters, months, variables);
      const each = [...Map.groupBy(rows, ({ name }) => name).values()];
      const isMostly =
        each.filter((cycles) => cycles.filter(({ isHeld }) => !isHeld).length <= 1).length / each.length;
      const count = (quality: string): number => rows.filter((row) => row.quality === quality).length;
      console.log(
        `| ${[
          label,
          variables.length === 0 ? 'without' : 'with',
          months,
          rows.length,
          percent(mean(rows.map(({ isHeld }) => (isHeld ? 1 : 0)))),
          percent(isMostly),
          percent(mean(rows.map(({ saving }) => saving))),
          percent(mean(rows.map(({ width }) => width))),
          `${count('good')}, ${count('fair')}, ${count('poor')}`,
          rows.filter(({ isByVariable }) => isByVariable).length,
        ].join(' | ')} |`,
      );
    }
