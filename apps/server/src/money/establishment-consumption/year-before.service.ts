import type { EstablishmentYearBefore } from '@nascente/contract/money/establishment-consumption';
import { yearBefore } from '@nascente/domain/energy/forecast/alike';
import { isMeasuredAlike } from '@nascente/domain/energy/subjects/meter-parts';
import { compareYearBefore, type MeterSums } from '../../energy/consumption/index.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { BoardType } from '../../sites/meters/index.ts';
import { type FindEstablishment, type MeasuredParts, measuredOn } from './measured-establishments.ts';
import { daysOfParts, measureParts } from './part-series.ts';

/** Of the current cycle; null unless the same days of the year before were measured alike. */
export const createReadYearBefore =
  ({ find, sums }: { find: FindEstablishment; sums: MeterSums }) =>
  async (caller: Caller, id: string, type: BoardType): Promise<EstablishmentYearBefore> => {
    const establishment = await find(caller, id, type);
    const { cycle, now } = establishment;
    const [current, before] = [
      measuredOn(establishment, cycle),
      measuredOn(establishment, yearBefore(cycle)),
    ];
    if (!isMeasuredAlike(current, before)) return null;
    const sourceOf = (parts: MeasuredParts) =>
      daysOfParts(establishment, measureParts(sums, establishment, parts));
    const [source, sourceBefore] = [sourceOf(current), sourceOf(before)];
    const { first: start, last: end, ...alike } = await compareYearBefore(source, sourceBefore, cycle, now);
    return { start, end, ...alike };
  };
