import type { EstablishmentYearBefore } from '@nascente/contract/establishment-consumption';
import { yearBefore } from '@nascente/domain/consumption/alike';
import { isMeasuredAlike } from '@nascente/domain/consumption/meter-parts';
import { readingCycleAt } from '@nascente/domain/time/reading-cycles';
import type { Caller } from '../../platform/http/caller.ts';
import { compareYearBefore, type HourSums } from '../consumption/index.ts';
import type { BoardType } from '../meters/index.ts';
import { type MeasuredEstablishments, measuredOn } from './measured-establishments.ts';
import { daysOfParts, measureParts } from './part-series.ts';

export interface YearBeforeService {
  /** Of the current cycle; null unless the same days of the year before were measured alike. */
  read(caller: Caller, id: string, type: BoardType): Promise<EstablishmentYearBefore>;
}

export const createYearBeforeService = (needs: {
  establishments: MeasuredEstablishments;
  sums: HourSums;
}): YearBeforeService => {
  const { establishments, sums } = needs;
  return {
    async read(caller, id, type) {
      const establishment = await establishments.find(caller, id, type);
      const asked = {
        first: readingCycleAt(establishment.today, establishment.calendar).first,
        last: establishment.today,
      };
      const both = [measuredOn(establishment, asked), measuredOn(establishment, yearBefore(asked))] as const;
      if (!isMeasuredAlike(...both)) return null;
      const [now, before] = await Promise.all([
        measureParts(sums, establishment, both[0]),
        measureParts(sums, establishment, both[1]),
      ]);
      const [source, sourceBefore] = [daysOfParts(establishment, now), daysOfParts(establishment, before)];
      const compared = await compareYearBefore(source, sourceBefore, asked, establishment.now);
      const { first: start, last: end, ...alike } = compared;
      return { start, end, ...alike };
    },
  };
};
