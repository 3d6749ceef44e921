import {
  readTariffRules,
  type TariffRulesJson,
  writeTariffRules,
} from '@nascente/contract/sites/tariff-rules';
import type { TariffDetail } from '@nascente/contract/sites/tariffs';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { parsePrice, priceToText } from '@nascente/domain/base/units/price';
import { indicativePrices } from '@nascente/domain/money/prices/indicative-prices';
import type { Modality, TariffRules } from '@nascente/domain/sites/tariffs/tariff-rules';
import pg from 'pg';
import type { Connection } from '../../platform/database/open-database.ts';
import { priceText } from './price-text.ts';

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

export interface TariffWrites {
  find(id: string): Promise<TariffDetail | null>;
  /** Null: there is one of that name. */
  create(tariff: NewTariff): Promise<string | null>;
  /** Whether it was added: false, where a version of that day is there. */
  addVersion(tariffId: string, version: NewVersion, createdBy: string | null): Promise<boolean>;
  /** Until the transaction ends nobody else changes its versions. */
  hold(tariffId: string): Promise<void>;
  replaceVersion(tariffId: string, version: NewVersion): Promise<void>;
  removeVersion(tariffId: string, validFrom: CivilDate): Promise<void>;
}

const NAMES = ['t.id as _id', 't.tariff_group as group', 't.distributor', 't.comment', 't.color'] as const;

interface VersionRow {
  readonly in_point: string;
  readonly inter_point: string;
  readonly out_point: string;
  readonly rules: unknown;
}

/** A simple tariff's rules are its three prices. */
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

export const createTariffWrites = (db: Connection): TariffWrites => ({
  async find(id) {
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
  async create({ group, ...tariff }) {
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
  async addVersion(tariffId, { validFrom, source, rules }, createdBy) {
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
  async hold(tariffId) {
    await db.selectFrom('tariff').where('id', '=', tariffId).select('id').forNoKeyUpdate().execute();
  },
  async replaceVersion(tariffId, { validFrom, source, rules }) {
    await db
      .updateTable('tariff_version')
      .set({ ...toColumns(rules), source })
      .where('tariff_id', '=', tariffId)
      .where('valid_from', '=', validFrom)
      .execute();
  },
  async removeVersion(tariffId, validFrom) {
    await db
      .deleteFrom('tariff_version')
      .where('tariff_id', '=', tariffId)
      .where('valid_from', '=', validFrom)
      .execute();
  },
});
