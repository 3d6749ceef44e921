import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { parsePrice } from '@nascente/domain/base/units/price';
import type { PricesInForce } from '@nascente/domain/money/prices/price-age';
import type { TariffVersion } from '@nascente/domain/sites/tariffs/simple-tariff';
import type { Modality, RulesVersion } from '@nascente/domain/sites/tariffs/tariff-rules';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';
import { PREPARED } from '../../platform/database/planned-statement.ts';
import type { ResultRow } from '../../platform/database/schema.ts';
import { rulesOfRow } from './tariff-writes.repository.ts';

export type TariffNaming = ReturnType<typeof createTariffNaming>;

export type PricedTariff = ResultRow<typeof createTariffNaming, 'pricedOn'>;

export const createTariffNaming = (db: Connection) => ({
  /** All tariffs with the distributor and utility of a tariff, including this tariff. */
  beside: (tariffId: string): Promise<readonly TariffNames[]> =>
    db
      .selectFrom('tariff as one')
      .innerJoin('tariff as t', (join) =>
        join.onRef('t.type', '=', 'one.type').onRef('t.distributor', '=', 'one.distributor'),
      )
      .where('one.id', '=', tariffId)
      .select(NAMES)
      .orderBy('t.comment')
      .orderBy('t.id')
      .modifyEnd(PREPARED)
      .execute(),
  /** Every tariff with full rules that has prices on a day, each with its rules of that day. */
  async pricedOn(day: CivilDate) {
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

export interface StoredTariff {
  readonly id: string;
  readonly type: 'eletric' | 'water';
  /** Group and subgroup. */
  readonly group: string;
  readonly distributor: string;
  readonly comment: string;
  readonly color: string;
  readonly modality: Modality;
  /** The version in force on the requested day; before the first version, the first one. */
  readonly prices: TariffVersion;
  readonly versions: number;
}

export type TariffNames = Pick<
  StoredTariff,
  'id' | 'type' | 'group' | 'distributor' | 'comment' | 'color' | 'modality'
>;

export interface TariffTerms {
  readonly names: TariffNames;
  /** Oldest first. */
  readonly prices: readonly TariffVersion[];
  /** The full rules of each version, for bills. */
  readonly rules: readonly RulesVersion[];
  /** The days for which the prices of each version were approved. */
  readonly approved: readonly PricesInForce[];
}

export type TariffsRepository = ReturnType<typeof createTariffsRepository>;

interface VersionRow {
  readonly valid_from: CivilDate;
  readonly in_point: string;
  readonly inter_point: string;
  readonly out_point: string;
}

const toVersion = (row: VersionRow): TariffVersion => ({
  validFrom: row.valid_from,
  inPoint: parsePrice(row.in_point),
  interPoint: parsePrice(row.inter_point),
  outPoint: parsePrice(row.out_point),
});

const NAMES = [
  't.id',
  't.type',
  't.tariff_group as group',
  't.distributor',
  't.comment',
  't.color',
  't.modality',
] as const;

const VERSION = ['valid_from', 'in_point', 'inter_point', 'out_point'] as const;

export const createTariffsRepository = (db: Connection) => ({
  /** Tariffs with any price, with their prices on a day. */
  async list(on: CivilDate): Promise<readonly StoredTariff[]> {
    const rows = await db
      .selectFrom('tariff as t')
      .innerJoin('tariff_version as v', 'v.tariff_id', 't.id')
      .distinctOn('t.id')
      .select([...NAMES, ...VERSION, sql<string>`count(*) over (partition by t.id)`.as('versions')])
      .orderBy('t.id')
      .orderBy(sql`v.valid_from <= ${on}::date`, 'desc')
      // Selects the newest version that has begun, or the first future one.
      .orderBy(sql`abs(v.valid_from - ${on}::date)`)
      .execute();
    return rows.map(({ versions, valid_from, in_point, inter_point, out_point, ...tariff }) => ({
      ...tariff,
      prices: toVersion({ valid_from, in_point, inter_point, out_point }),
      versions: Number(versions),
    }));
  },
  async find(tariffId: string): Promise<TariffTerms | null> {
    const rows = await db
      .selectFrom('tariff as t')
      .leftJoin('tariff_version as v', 'v.tariff_id', 't.id')
      .where('t.id', '=', tariffId)
      .select([...NAMES, ...VERSION, 'rules', 'valid_until'])
      .orderBy('valid_from')
      .modifyEnd(PREPARED)
      .execute();
    const [names] = rows;
    if (names === undefined) return null;
    const versions = rows.flatMap(({ valid_from, in_point, inter_point, out_point, rules, valid_until }) =>
      valid_from === null || in_point === null || inter_point === null || out_point === null
        ? []
        : [{ valid_from, in_point, inter_point, out_point, rules, valid_until }],
    );
    const { id, type, group, distributor, comment, color, modality } = names;
    return {
      names: { id, type, group, distributor, comment, color, modality },
      prices: versions.map(toVersion),
      rules: versions.map((row) => ({ validFrom: row.valid_from, rules: rulesOfRow(row) })),
      approved: versions.map(({ valid_from: since, valid_until: until }) => ({
        validFrom: since,
        validUntil: until,
      })),
    };
  },
});
