import { type MeasuredMonth, monthsOfSlots } from '@nascente/domain/energy/consumption/months-of-slots';
import type { BoardKind } from '@nascente/domain/telemetry/frames/frame';
import type { EnergySeries } from '@nascente/domain/telemetry/intervals/series';
import type { MeterDays, SeriesRequest } from '../../../telemetry/series/index.ts';

/** The months of each installation in its zone, oldest first; in the order in which they are asked for. */
export type ReadMonths = (
  asked: readonly (SeriesRequest & { readonly kind: BoardKind })[],
) => Promise<readonly (readonly MeasuredMonth[])[]>;

export const createMonthsReader =
  ({ readEach }: Pick<MeterDays, 'readEach'>): ReadMonths =>
  async (asked) => {
    const measured = await readEach(asked);
    return asked.map(({ kind, zone }, index) => {
      const { start, volume, consumedA } = measured[index] as EnergySeries;
      return monthsOfSlots(start, kind === 'water' ? volume : consumedA, zone);
    });
  };
