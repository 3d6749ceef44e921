import type { BodyOf } from '@nascente/contract/base/call';
import type { readEstablishmentMonths } from '@nascente/contract/money/establishment-consumption';
import type { Instant } from '@nascente/domain/base/time/zone';
import {
  billedWhole,
  type ConsumptionFeature,
  createFindEstablishment,
  priceTogether,
  readMonthsOf,
} from '../../energy/consumption/index.ts';
import type { EstablishmentPostsReader } from '../../energy/tou-periods/index.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type {
  EstablishmentFactsRepository,
  EstablishmentsService,
} from '../../sites/establishments/index.ts';
import type { BoardType } from '../../sites/meters/index.ts';
import type { TariffsService } from '../../sites/tariffs/index.ts';
import type { ReadingsService } from '../../telemetry/readings/index.ts';
import type { ApportionmentService } from '../apportionment/index.ts';
import type { BillsFeature } from '../bills/index.ts';
import { createReadEmissions } from './emissions.service.ts';
import { createReadAmounts } from './establishment-amounts.service.ts';
import { createReadDay } from './establishment-day.service.ts';
import { createReadPosts } from './establishment-posts.service.ts';
import { createReadRest } from './establishment-rest.service.ts';
import { createReadYearBefore } from './year-before.service.ts';

/** What is read of an establishment, by the meters that measured it at the time. */
export type EstablishmentReaders = ReturnType<typeof createEstablishmentReaders>;

export const createEstablishmentReaders = (needs: {
  establishments: EstablishmentsService;
  facts: Pick<EstablishmentFactsRepository, 'read'>;
  consumption: Pick<ConsumptionFeature, 'meterSums' | 'sums' | 'cyclesOf'>;
  tariffs: TariffsService;
  posts: EstablishmentPostsReader;
  bills: Pick<BillsFeature, 'prices'>;
  apportionment: Pick<ApportionmentService, 'read'>;
  readings: Pick<ReadingsService, 'newest'>;
  clock: () => Instant;
}) => {
  const { establishments, facts, consumption, tariffs, posts, readings, clock } = needs;
  const { prices } = needs.bills;
  const find = createFindEstablishment({ establishments, facts, clock });
  const cycles = consumption.cyclesOf(prices);
  const byHour = { find, sums: consumption.meterSums };
  const byQuarter = { find, sums: consumption.sums };
  const cycle = {
    /** The current billing cycle; null where nothing measured the establishment. */
    read: async (caller: Caller, id: string, type: BoardType) =>
      cycles.ofEstablishment(caller, await find(caller, id, type)),
    /** The same amounts, with the usual share of the days so far. */
    readPaced: async (caller: Caller, id: string, type: BoardType) =>
      cycles.pacedEstablishment(caller, await find(caller, id, type)),
  };
  return {
    amounts: createReadAmounts({ find, cycleOf: cycles.ofEstablishment }),
    cycle,
    day: createReadDay({ ...byQuarter, readings }),
    emissions: createReadEmissions(byHour),
    /** In the order asked. */
    async months(caller: Caller, id: string, { type, months }: BodyOf<typeof readEstablishmentMonths>) {
      const subject = await find(caller, id, type);
      return readMonthsOf(
        { sums: consumption.meterSums, prices },
        caller,
        subject,
        billedWhole(subject),
        months,
        (of) => priceTogether(tariffs, of),
      );
    },
    posts: createReadPosts({ ...byQuarter, posts }),
    rest: createReadRest({ ...byQuarter, apportionment: needs.apportionment }),
    yearBefore: createReadYearBefore(byHour),
  };
};
