import { writeTariffRules } from '@nascente/contract/tariff-rules';
import { indicativePrices } from '@nascente/domain/tariff/indicative-prices';
import { priceToText } from '@nascente/domain/units/price';
import type { Connection } from '../platform/database/open-database.ts';
import { AGREED_FROM, CONTRACTS, FULL_TARIFFS } from './billing.ts';

const DISTRIBUTOR = 'Distribuidora Aurora';
const CLASS = 'Comercial/Industrial';
const SOURCE = 'Preços da demonstração';

/** A bill of the utility as somebody typed it. */
export interface TypedBill {
  readonly first: string;
  readonly last: string;
  readonly total: string;
  readonly consumed: object;
  readonly note: string;
}

/** Contracts and bills of the demonstration company. */
export const createBillingRepository = (db: Connection) => {
  const storeTariff = async (name: string): Promise<string | null> => {
    const given = FULL_TARIFFS[name];
    if (given === undefined) return null;
    const { group, rules } = given;
    const named = { type: 'eletric', tariff_group: group, distributor: DISTRIBUTOR, comment: CLASS } as const;
    const { id } = await db
      .insertInto('tariff')
      .values({ ...named, color: name[0]?.toUpperCase() + name.slice(1), modality: rules.modality })
      .onConflict((known) =>
        known
          .columns(['type', 'tariff_group', 'distributor', 'comment', 'color'])
          .doUpdateSet({ tariff_group: group }),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    const { inPoint, interPoint, outPoint } = indicativePrices(rules);
    await db
      .insertInto('tariff_version')
      .values({
        tariff_id: id,
        valid_from: AGREED_FROM,
        in_point: priceToText(inPoint),
        inter_point: priceToText(interPoint),
        out_point: priceToText(outPoint),
        rules: JSON.stringify(writeTariffRules(rules)),
        source: SOURCE,
      })
      .onConflict((known) => known.doNothing())
      .execute();
    return id;
  };

  return {
    /** All full tariffs, so that they can be compared. */
    async storeTariffs(): Promise<ReadonlyMap<string, string | null>> {
      const ids = new Map<string, string | null>();
      for (const name of Object.keys(FULL_TARIFFS)) ids.set(name, await storeTariff(name));
      return ids;
    },

    async agree(establishmentId: string, seed: string, tariffs: ReadonlyMap<string, string | null>) {
      const contract = CONTRACTS[seed];
      if (contract === undefined) return;
      await db
        .insertInto('billing_contract')
        .values({
          establishment_id: establishmentId,
          type: 'eletric',
          valid_from: AGREED_FROM,
          tariff_id: tariffs.get(contract.tariff) ?? null,
          terms: JSON.stringify(contract.terms),
          changed_at: new Date(`${AGREED_FROM}T12:00:00Z`),
        })
        .execute();
    },

    /** What the general meter of an establishment without any bill counted, Wh by quarter-hour; null of all others. */
    async unbilled(name: string, from: Date, to: Date) {
      const place = await db
        .selectFrom('installation as i')
        .innerJoin('establishment as e', 'e.id', 'i.establishment_id')
        .where('e.name', '=', name)
        .where('i.is_general', '=', true)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('utility_bill as u').whereRef('u.establishment_id', '=', 'e.id').select('u.id'),
            ),
          ),
        )
        .select(['i.id', 'e.id as establishmentId'])
        .executeTakeFirst();
      if (place === undefined) return null;
      const quarters = await db
        .selectFrom('quarter')
        .where('installation_id', '=', place.id)
        .where('start', '>=', from)
        .where('start', '<', to)
        .where('frames', '>', 0)
        .select(['start', 'consumed_a_mwh as a', 'consumed_b_mwh as b', 'consumed_c_mwh as c'])
        .orderBy('start')
        .execute();
      return { establishmentId: place.establishmentId, quarters };
    },

    async enter(establishmentId: string, { first, last, total, consumed, note }: TypedBill, at: Date) {
      await db
        .insertInto('utility_bill')
        .values({
          establishment_id: establishmentId,
          type: 'eletric',
          first_day: first,
          last_day: last,
          total,
          consumed: JSON.stringify(consumed),
          demand: '{}',
          note,
          entered_at: at,
        })
        .execute();
    },
  };
};
