import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import type { TariffRules } from '@nascente/domain/sites/tariffs/tariff-rules';
import type { Connection } from '../../platform/database/open-database.ts';
import { PLANNED_ONCE } from '../../platform/database/planned-once.ts';
import { rulesOfRow } from './tariff-writes.repository.ts';
import { NAMES, type TariffNames } from './tariffs.repository.ts';

export interface TariffNaming {
  /** All tariffs of the distributor of one, of the same utility, itself included. */
  beside(tariffId: string): Promise<readonly TariffNames[]>;
  /** Every tariff with TUSD and TE that has prices on a day, each with those. */
  pricedOn(day: CivilDate): Promise<readonly PricedTariff[]>;
}

/** A tariff with its prices of a day. */
export interface PricedTariff extends TariffNames {
  readonly validFrom: CivilDate;
  readonly rules: TariffRules;
}

export const createTariffNaming = (db: Connection): TariffNaming => ({
  beside: (tariffId) =>
    db
      .selectFrom('tariff as one')
      .innerJoin('tariff as t', (join) =>
        join.onRef('t.type', '=', 'one.type').onRef('t.distributor', '=', 'one.distributor'),
      )
      .where('one.id', '=', tariffId)
      .select(NAMES)
      .orderBy('t.comment')
      .orderBy('t.id')
      .modifyEnd(PLANNED_ONCE)
      .execute(),
  async pricedOn(day) {
    const rows = await db
      .selectFrom('tariff as t')
      .innerJoin('tariff_version as v', 'v.tariff_id', 't.id')
      .distinctOn('t.id')
      .where('v.valid_from', '<=', day)
      .where('v.rules', 'is not', null)
      .select([...NAMES, 'v.valid_from', 'v.rules', 'v.in_point', 'v.inter_point', 'v.out_point'])
      .orderBy('t.id')
      .orderBy('v.valid_from', 'desc')
      .execute();
    return rows.map(({ valid_from, rules, in_point, inter_point, out_point, ...names }) => ({
      ...names,
      validFrom: valid_from,
      rules: rulesOfRow({ rules, in_point, inter_point, out_point }),
    }));
  },
});
