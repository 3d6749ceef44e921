import {
  readTariffRules,
  type TariffRulesJson,
  writeTariffRules,
} from '@nascente/contract/sites/tariff-rules';
import { MAX_NAMED_USES, type VersionUse } from '@nascente/contract/sites/tariff-versions';
import type { TariffDetail } from '@nascente/contract/sites/tariffs';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { parsePrice, priceToText } from '@nascente/domain/base/units/price';
import { indicativePrices } from '@nascente/domain/money/prices/billed-energy';
import type { Modality, TariffRules } from '@nascente/domain/sites/tariffs/tariff-rules';
import { sql } from 'kysely';
import pg from 'pg';
import type { Connection } from '../../platform/database/open-database.ts';
import { priceText } from './price-text.ts';

type Uses = Pick<VersionUse, 'establishments' | 'names' | 'closed' | 'bills'>;

export const createVersionUses = (db: Connection) => ({
  /** Establishments that use a tariff, and frozen bills that use one version of it. */
  async of(tariffId: string, validFrom: string): Promise<Uses> {
    const { rows: establishments } = await sql<{ name: string }>`
      select e.name from establishment e where e.tariff_id = ${tariffId}::uuid
        or exists (select from billing_contract c where c.establishment_id = e.id and c.tariff_id = ${tariffId}::uuid)
        or exists (select from installation i where i.establishment_id = e.id and i.tariff_id = ${tariffId}::uuid)
      order by e.name, e.id`.execute(db);
    const { rows: closed } = await sql<Uses['bills'][number] & { readonly all: number }>`
      select e.name as establishment, k.type, k.first_day as start, k.last_day as "end",
        (k.bill ->> 'total')::float8 as total, count(*) over ()::integer as all
      from frozen_bill k join establishment e on e.id = k.establishment_id
      where k.made_by -> 'tariff' ->> 'id' = ${tariffId}::text
        and k.made_by -> 'versions' @> jsonb_build_array(jsonb_build_object('validFrom', ${validFrom}::text))
      order by k.last_day desc, e.name, k.id limit ${MAX_NAMED_USES}`.execute(db);
    return {
      establishments: establishments.length,
      names: establishments.slice(0, MAX_NAMED_USES).map(({ name }) => name),
      closed: closed[0]?.all ?? 0,
      bills: closed.map(({ establishment, type, start, end, total }) => ({
        establishment,
        type,
        start,
        end,
        total,
      })),
    };
  },
});

interface NewTariff {
  readonly type: 'eletric' | 'water';
  readonly group: string;
  readonly distributor: string;
  readonly comment: string;
  readonly color: string;
  readonly modality: Modality;
}

interface NewVersion {
  readonly validFrom: CivilDate;
  readonly source: string;
  readonly rules: TariffRules;
}

export type TariffWrites = ReturnType<typeof createTariffWrites>;

const NAMES = ['t.id as _id', 't.tariff_group as group', 't.distributor', 't.comment', 't.color'] as const;

interface VersionRow {
  readonly in_point: string;
  readonly inter_point: string;
  readonly out_point: string;
  readonly rules: unknown;
}

/** The rules of a row; for a simple tariff they are made from its three prices. */
export const rulesOfRow = ({ rules, in_point, inter_point, out_point }: VersionRow): TariffRules => {
  if (rules !== null) return readTariffRules(rules);
  const [inPoint, interPoint, outPoint] = [in_point, inter_point, out_point].map(parsePrice);
  return { modality: 'simple', inPoint, interPoint, outPoint } as TariffRules;
};

const toColumns = (rules: TariffRules) => {
  const { inPoint, interPoint, outPoint } = indicativePrices(rules);
  return {
    in_point: priceToText(inPoint),
    inter_point: priceToText(interPoint),
    out_point: priceToText(outPoint),
    rules: rules.modality === 'simple' ? null : JSON.stringify(writeTariffRules(rules)),
    price_text: priceText(rules),
  };
};

const isTaken = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '23505';

export const createTariffWrites = (db: Connection) => ({
  async find(id: string): Promise<TariffDetail | null> {
    const tariff = await db
      .selectFrom('tariff as t')
      .where('t.id', '=', id)
      .select([...NAMES, 't.type', 't.modality', 't.distributor_cnpj as cnpj'])
      .executeTakeFirst();
    if (tariff === undefined) return null;
    const [used, versions] = [
      await db
        .selectFrom('installation')
        .where('tariff_id', '=', id)
        .where('removed_at', 'is', null)
        .select((row) => row.fn.countAll<number>().as('meters'))
        .executeTakeFirstOrThrow(),
      await db
        .selectFrom('tariff_version')
        .where('tariff_id', '=', id)
        .selectAll()
        .orderBy('valid_from')
        .execute(),
    ];
    return {
      ...tariff,
      meters: Number(used.meters),
      versions: versions.map((row) => ({
        validFrom: row.valid_from,
        validUntil: row.valid_until,
        source: row.source,
        rules: writeTariffRules(rulesOfRow(row)) satisfies TariffRulesJson,
      })),
    };
  },
  /** Creates a tariff. @returns the id; `null` if a tariff with these names exists */
  async create({ group, ...tariff }: NewTariff): Promise<string | null> {
    try {
      const { id } = await db
        .insertInto('tariff')
        .values({ ...tariff, tariff_group: group })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    } catch (error) {
      if (isTaken(error)) return null;
      throw error;
    }
  },
  /** Adds a version. @returns `false` if a version with this first day exists */
  async addVersion(
    tariffId: string,
    { validFrom, source, rules }: NewVersion,
    createdBy: string | null,
  ): Promise<boolean> {
    const added = await db
      .insertInto('tariff_version')
      .values({
        tariff_id: tariffId,
        valid_from: validFrom,
        ...toColumns(rules),
        source,
        created_by: createdBy,
      })
      .onConflict((conflict) => conflict.columns(['tariff_id', 'valid_from']).doNothing())
      .executeTakeFirst();
    return Number(added.numInsertedOrUpdatedRows ?? 0) > 0;
  },
  /** Locks the versions of a tariff until the transaction ends. */
  async hold(tariffId: string): Promise<void> {
    await db.selectFrom('tariff').where('id', '=', tariffId).select('id').forNoKeyUpdate().execute();
  },
  async replaceVersion(tariffId: string, { validFrom, source, rules }: NewVersion): Promise<void> {
    await db
      .updateTable('tariff_version')
      .set({ ...toColumns(rules), source })
      .where('tariff_id', '=', tariffId)
      .where('valid_from', '=', validFrom)
      .execute();
  },
  async removeVersion(tariffId: string, validFrom: CivilDate): Promise<void> {
    await db
      .deleteFrom('tariff_version')
      .where('tariff_id', '=', tariffId)
      .where('valid_from', '=', validFrom)
      .execute();
  },
});
