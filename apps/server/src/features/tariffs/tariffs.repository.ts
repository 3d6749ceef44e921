import type { TariffVersion } from '@nascente/domain/tariff/simple-tariff';
import type { Modality, RulesVersion } from '@nascente/domain/tariff/tariff-rules';
import type { CivilDate } from '@nascente/domain/time/civil-day';
import { parsePrice } from '@nascente/domain/units/price';
import type { Connection } from '../../platform/database/open-database.ts';
import { rulesOfRow } from './tariff-writes.repository.ts';

export interface StoredTariff {
  readonly id: string;
  readonly type: 'eletric' | 'water';
  readonly group: string;
  readonly distributor: string;
  readonly comment: string;
  readonly color: string;
  readonly modality: Modality;
  /** By validity, oldest first; at least one. */
  readonly versions: readonly TariffVersion[];
}

export interface TariffsRepository {
  /** Those that have prices. */
  list(): Promise<readonly StoredTariff[]>;
  /** Oldest first. */
  versions(tariffId: string): Promise<readonly TariffVersion[]>;
  /** The full rules, oldest first. */
  rules(tariffId: string): Promise<readonly RulesVersion[]>;
}

interface VersionRow {
  readonly valid_from: string;
  readonly in_point: string;
  readonly inter_point: string;
  readonly out_point: string;
}

const toVersion = (row: VersionRow): TariffVersion => ({
  validFrom: row.valid_from as CivilDate,
  inPoint: parsePrice(row.in_point),
  interPoint: parsePrice(row.inter_point),
  outPoint: parsePrice(row.out_point),
});

const VERSION = ['valid_from', 'in_point', 'inter_point', 'out_point'] as const;

export const createTariffsRepository = (db: Connection): TariffsRepository => ({
  async list() {
    const rows = await db
      .selectFrom('tariff as t')
      .innerJoin('tariff_version as v', 'v.tariff_id', 't.id')
      .select([
        't.id',
        't.type',
        't.tariff_group as group',
        't.distributor',
        't.comment',
        't.color',
        't.modality',
        ...VERSION,
      ])
      .orderBy('v.valid_from')
      .execute();
    const byId = Map.groupBy(rows, (row) => row.id);
    return [...byId.values()].flatMap((versions) => {
      const [first] = versions;
      if (!first) return [];
      const { id, type, group, distributor, comment, color, modality } = first;
      const prices = versions.map(toVersion);
      return [{ id, type, group, distributor, comment, color, modality, versions: prices }];
    });
  },
  async versions(tariffId) {
    const rows = await db
      .selectFrom('tariff_version')
      .where('tariff_id', '=', tariffId)
      .select(VERSION)
      .orderBy('valid_from')
      .execute();
    return rows.map(toVersion);
  },
  async rules(tariffId) {
    const rows = await db
      .selectFrom('tariff_version')
      .where('tariff_id', '=', tariffId)
      .select([...VERSION, 'rules'])
      .orderBy('valid_from')
      .execute();
    return rows.map((row) => ({ validFrom: row.valid_from as CivilDate, rules: rulesOfRow(row) }));
  },
});
