import type { EstablishmentYearBefore } from '@nascente/contract/money/establishment-consumption';
import { yearBefore } from '@nascente/domain/energy/forecast/alike';
import { simplePostsOn } from '@nascente/domain/sites/tou-windows/posts-by-window';
import {
  compareYearBefore,
  daysOfSubject,
  type FindEstablishment,
  type MeterSums,
} from '../../energy/consumption/index.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { BoardType } from '../../sites/meters/index.ts';

/** Of the current cycle; null unless the same days of the year before were measured alike. */
export const createReadYearBefore =
  ({ find, sums }: { find: FindEstablishment; sums: MeterSums }) =>
  async (caller: Caller, id: string, type: BoardType): Promise<EstablishmentYearBefore> => {
    const establishment = await find(caller, id, type);
    const { cycle, now } = establishment;
    if (!establishment.isMeasuredAlike(cycle, yearBefore(cycle))) return null;
    const source = daysOfSubject(sums, establishment, async () => simplePostsOn);
    const { first: start, last: end, ...alike } = await compareYearBefore(source, cycle, now);
    return { start, end, ...alike };
  };
