import type { Connection } from '../../platform/database/open-database.ts';
import { PLANNED_ONCE } from '../../platform/database/planned-once.ts';
import type { StoredTariff } from './tariffs.repository.ts';

/** What names a tariff. */
export type TariffNames = Pick<
  StoredTariff,
  'id' | 'type' | 'group' | 'distributor' | 'comment' | 'color' | 'modality'
>;

export interface TariffNaming {
  find(tariffId: string): Promise<TariffNames | null>;
  /** All tariffs of the distributor of one, of the same utility, itself included. */
  beside(tariffId: string): Promise<readonly TariffNames[]>;
}

const NAMES = [
  't.id',
  't.type',
  't.tariff_group as group',
  't.distributor',
  't.comment',
  't.color',
  't.modality',
] as const;

export const createTariffNaming = (db: Connection): TariffNaming => ({
  async find(tariffId) {
    const row = await db
      .selectFrom('tariff as t')
      .where('t.id', '=', tariffId)
      .select(NAMES)
      .modifyEnd(PLANNED_ONCE)
      .executeTakeFirst();
    return row ?? null;
  },
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
});
