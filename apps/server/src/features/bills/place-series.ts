import { addSeries } from '@nascente/domain/consumption/add-series';
import { type EnergySeries, emptySeries, stepMinutesFor } from '@nascente/domain/consumption/series';
import { areWholeHours } from '@nascente/domain/tariff/posts-by-window';
import type { RulesVersion, TariffRules } from '@nascente/domain/tariff/tariff-rules';
import type { Zone } from '@nascente/domain/time/zone';
import type { SeriesRepository } from '../consumption/index.ts';
import type { MeterPart } from './meter-parts.ts';

const HOUR = 60;

const isByHours = (rules: TariffRules): boolean => {
  const capacitive = 'reactive' in rules ? rules.reactive?.capacitive : undefined;
  const edges = capacitive === undefined ? [] : [capacitive.start, capacitive.end];
  return areWholeHours(rules) && edges.every((minute) => minute % HOUR === 0);
};

/**
 * What a place measured. By hours, which know their highest quarter-hour and are read from packed days, where the
 * rules begin and end with the hours; by quarter-hours elsewhere, and for the sum of several meters.
 */
export const readPlaceSeries = async (
  series: SeriesRepository,
  parts: readonly MeterPart[],
  by: { readonly versions: readonly RulesVersion[]; readonly zone: Zone },
): Promise<EnergySeries> => {
  const [only, ...more] = parts;
  if (only === undefined) return emptySeries(0, 15);
  const read = ({ meter, from, to }: MeterPart, step: 15 | 60) =>
    series.readInDetail({ installationId: meter.installationId, kind: meter.kind, from, to }, step);
  if (more.length === 0) {
    const mayBeHours = by.versions.every(({ rules }) => isByHours(rules));
    return read(only, mayBeHours ? stepMinutesFor(by.zone, only.from, only.to) : 15);
  }
  const measured = await Promise.all(
    parts.map(async (part) => ({ series: await read(part, 15), from: part.from, to: part.to })),
  );
  return addSeries(measured);
};
