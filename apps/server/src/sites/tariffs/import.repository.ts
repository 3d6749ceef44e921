import { randomUUID } from 'node:crypto';
import { readTariffRules, writeTariffRules } from '@nascente/contract/sites/tariff-rules';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { priceToText } from '@nascente/domain/base/units/price';
import { indicativePrices } from '@nascente/domain/money/prices/billed-energy';
import type { ElectricRules, TouWindows } from '@nascente/domain/sites/tariffs/tariff-rules';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';
import type { NewRow } from '../../platform/database/schema.ts';
import type { CachedTariff, FilledVersion, PlannedTariff, PlannedVersion } from './import-plan.ts';

/** Key of the advisory lock of tariff imports. */
const LOCK = 7_240_065;
const ROWS_PER_BATCH = 500;

const portions = <T>(all: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / ROWS_PER_BATCH) }, (_, index) =>
    all.slice(index * ROWS_PER_BATCH, (index + 1) * ROWS_PER_BATCH),
  );

const versionRow = (
  tariffId: string,
  { validFrom, validUntil, source, rules, priceText }: PlannedVersion,
  importedBy: string | null,
): NewRow<'tariff_version'> => {
  const { inPoint, interPoint, outPoint } = indicativePrices(rules);
  return {
    tariff_id: tariffId,
    valid_from: validFrom,
    valid_until: validUntil,
    source,
    rules: JSON.stringify(writeTariffRules(rules)),
    price_text: priceText,
    in_point: priceToText(inPoint),
    inter_point: priceToText(interPoint),
    out_point: priceToText(outPoint),
    created_by: importedBy,
  };
};

export const createImportRepository = (db: Connection) => ({
  /** Serialises imports until the transaction ends. */
  async lock(): Promise<void> {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db);
  },
  async storedTariffs(): Promise<readonly CachedTariff[]> {
    const rows = await db
      .selectFrom('tariff as t')
      .innerJoin('tariff_version as v', 'v.tariff_id', 't.id')
      .where('t.type', '=', 'eletric')
      .select([
        't.id',
        't.tariff_group as group',
        't.distributor',
        't.comment',
        't.color',
        't.distributor_cnpj as cnpj',
        'v.valid_from',
        'v.price_text',
      ])
      .execute();
    return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((rowsOfTariff) => {
      const [first] = rowsOfTariff;
      if (first === undefined) return [];
      const { id, group, distributor, comment, color, cnpj } = first;
      const versions = new Map(rowsOfTariff.map((row) => [row.valid_from, row.price_text]));
      return [{ id, group, distributor, comment, color, cnpj, versions }];
    });
  },
  /** The time-of-use hours of each distributor in its newest version, by its name in capitals. */
  async windows(): Promise<ReadonlyMap<string, TouWindows>> {
    const rows = await db
      .selectFrom('tariff as t')
      .innerJoin('tariff_version as v', 'v.tariff_id', 't.id')
      .where(sql<boolean>`v.rules ? 'windows'`)
      .distinctOn('t.distributor')
      .select(['t.distributor', 'v.rules'])
      .orderBy('t.distributor')
      .orderBy('v.created_at', 'desc')
      .execute();
    return new Map(
      rows.flatMap(({ distributor, rules }) => {
        const read = readTariffRules(rules);
        return 'windows' in read ? [[distributor.toUpperCase(), read.windows]] : [];
      }),
    );
  },
  /**
   * Rules of the electric versions of tariffs, by tariff and first day.
   * @param toFill - locks the versions until the transaction ends, so that `fill` overwrites no concurrent correction
   */
  async rules(toFill: boolean): Promise<(tariffId: string) => ReadonlyMap<CivilDate, ElectricRules>> {
    const rows = await db
      .selectFrom('tariff_version as v')
      .innerJoin('tariff as t', 't.id', 'v.tariff_id')
      .where('t.type', '=', 'eletric')
      .where('v.rules', 'is not', null)
      .select(['v.tariff_id', 'v.valid_from', 'v.rules'])
      .orderBy('v.valid_from')
      .$if(toFill, (query) => query.forUpdate('v'))
      .execute();
    const byTariff = Map.groupBy(rows, (row) => row.tariff_id);
    return (tariffId) =>
      new Map(
        (byTariff.get(tariffId) ?? []).map((row) => [
          row.valid_from,
          readTariffRules(row.rules) as ElectricRules,
        ]),
      );
  },
  /** Replaces the rules of stored versions; their prices stay. */
  async fill(versions: readonly FilledVersion[]): Promise<void> {
    for (const { tariffId, validFrom, rules } of versions)
      await db
        .updateTable('tariff_version')
        .set({ rules: JSON.stringify(writeTariffRules(rules)) })
        .where('tariff_id', '=', tariffId)
        .where('valid_from', '=', validFrom)
        .execute();
  },
  /** Adds new rows; stored ones stay as they are. */
  async store(plan: readonly PlannedTariff[], importedBy: string | null): Promise<void> {
    const identified = plan
      .filter(({ newVersions }) => newVersions.length > 0)
      .map((tariff) => ({ ...tariff, tariffId: tariff.id ?? randomUUID() }));
    for (const some of portions(identified.filter(({ id }) => id === null)))
      await db
        .insertInto('tariff')
        .values(
          some.map(({ tariffId, names, cnpj, modality }) => ({
            id: tariffId,
            tariff_group: names.group,
            distributor: names.distributor,
            comment: names.comment,
            color: names.color,
            distributor_cnpj: cnpj,
            modality,
          })),
        )
        .execute();
    const versions = identified.flatMap(({ tariffId, newVersions }) =>
      newVersions.map((version) => ({ tariffId, version })),
    );
    for (const some of portions(versions))
      await db
        .insertInto('tariff_version')
        .values(some.map(({ tariffId, version }) => versionRow(tariffId, version, importedBy)))
        .execute();
  },
});
