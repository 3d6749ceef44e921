import type { TimeSpan } from '@nascente/domain/base/time/span';
import {
  generalParts,
  type InstalledMeter,
  inverterParts,
  type MeterPart,
  spansOfParts,
} from '@nascente/domain/energy/subjects/meter-parts';
import type { EnergySeries } from '@nascente/domain/telemetry/intervals/series';
import type { QuarterSums } from './quarter-sums.ts';

/** Energy at the connection to the grid and at inverters; thousandths of Wh. */
interface GridFlows {
  /** Whether a general meter was there. */
  readonly isMeasuredWhole: boolean;
  readonly exported: number;
  /** Null without a meter at an inverter. */
  readonly generated: number | null;
}

type Installed = InstalledMeter & { readonly installationId: number };

const sumOf = (column: Float64Array): number => column.reduce((sum, value) => sum + value, 0);
const injectedIn = (series: EnergySeries): number =>
  sumOf(series.injectedA) + sumOf(series.injectedB) + sumOf(series.injectedC);
const consumedIn = (series: EnergySeries): number =>
  sumOf(series.consumedA) + sumOf(series.consumedB) + sumOf(series.consumedC);

/** Reads exported and generated energy of an establishment; water has neither. */
export const createGridFlows = ({ sums }: { sums: QuarterSums }) => {
  const measure = (parts: readonly MeterPart<Installed>[]): Promise<readonly EnergySeries[]> =>
    parts.length === 0
      ? Promise.resolve([])
      : sums(
          'all quantities',
          parts.map((part) => spansOfParts([part])),
        );

  return async (
    meters: readonly Installed[],
    type: 'eletric' | 'water',
    time: TimeSpan,
  ): Promise<GridFlows> => {
    const generals = generalParts(meters, time);
    if (type === 'water') return { isMeasuredWhole: generals.length > 0, exported: 0, generated: null };
    const inverters = inverterParts(meters, time);
    const [general, atInverters] = await Promise.all([measure(generals), measure(inverters)]);
    return {
      isMeasuredWhole: generals.length > 0,
      exported: general.reduce((sum, one) => sum + injectedIn(one), 0),
      // The clamps of a meter at an inverter may be mounted in either direction.
      generated:
        inverters.length === 0
          ? null
          : atInverters.reduce((sum, one) => sum + Math.max(consumedIn(one), injectedIn(one)), 0),
    };
  };
};
