import type { EnergySeries } from '@nascente/domain/consumption/series';
import { priceCycle } from '@nascente/domain/tariff/bill/price-cycle';
import type { ReactiveLimits } from '@nascente/domain/tariff/measure/reactive-meter';
import { type PostsOn, postsOfVersions } from '@nascente/domain/tariff/posts/posts-by-window';
import { benefitHours } from '@nascente/domain/tariff/terms/benefit';
import { rulesOn } from '@nascente/domain/tariff/terms/rules-in-force';
import type { Zone } from '@nascente/domain/time/zone';
import { reais } from '@nascente/domain/units/money';
import type { Caller } from '../../platform/http/caller.ts';
import type { BillMaker } from './bill-maker.ts';
import type { BilledEstablishments } from './billed-establishments.service.ts';
import { withoutCredits } from './comparison.service.ts';
import { todayAt } from './establishment-cycles.ts';
import { measureDays } from './measured-days.ts';
import { daysOf, finishedCycles, toMeasured } from './year-of-cycles.ts';

/** The last cycles that are over, up to twelve, as the contract of today bills them. */
export interface YearOfBills {
  readonly zone: Zone;
  readonly cycles: readonly { readonly start: string; readonly end: string; readonly completeness: number }[];
  /** What was measured in them, by quarter-hours. */
  readonly series: EnergySeries;
  /** The posts of any day. */
  readonly postsOn: PostsOn;
  /** By what reactive excess is charged today; null: it is not. */
  readonly reactive: ReactiveLimits | null;
  /** R$ of each cycle, had this been measured. */
  totalsOf(series: EnergySeries): readonly number[];
}

export interface YearOfBillsService {
  /** Null where no cycle is over yet. Throws as the comparison of tariffs does. */
  read(caller: Caller, id: string): Promise<YearOfBills | null>;
}

export const createYearOfBillsService = (needs: {
  establishments: BilledEstablishments;
  maker: BillMaker;
}): YearOfBillsService => {
  const { establishments, maker } = needs;
  return {
    async read(caller, id) {
      const establishment = await establishments.find(caller, id, 'eletric', 'see-bills');
      const cycles = finishedCycles(establishment, null);
      const days = daysOf(cycles);
      establishments.requireWhole(caller, establishment, days ?? undefined);
      if (days === null) return null;
      const today = todayAt(establishment);
      const [terms, read] = await Promise.all([
        maker.terms(establishment, { first: today, last: today }),
        maker.read(establishment, days),
      ]);
      const { versions } = terms;
      const contract = withoutCredits(terms);
      const hours = benefitHours(contract.benefits);
      const measured = (series: EnergySeries) =>
        cycles.map((cycle) =>
          measureDays(establishment, { parts: read.parts, series }, cycle, versions, hours),
        );
      const rules = rulesOn(versions, today)?.rules;
      return {
        zone: establishment.zone,
        cycles: measured(read.series).map(toMeasured),
        series: read.series,
        postsOn: postsOfVersions(versions),
        reactive: rules !== undefined && 'reactive' in rules ? rules.reactive : null,
        totalsOf: (series) =>
          measured(series).map((one) =>
            reais(priceCycle(one, { contract, flags: establishment.flags }).total),
          ),
      };
    },
  };
};
