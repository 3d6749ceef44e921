import { writeBillingContract } from '@nascente/contract/money/billing-contract';
import { writeTariffRules } from '@nascente/contract/sites/tariff-rules';
import { priceToText } from '@nascente/domain/base/units/price';
import { indicativePrices } from '@nascente/domain/money/prices/billed-energy';
import type { ElectricRules } from '@nascente/domain/sites/tariffs/tariff-rules';
import { USUAL_WINDOWS } from '@nascente/domain/sites/tou-windows/windows-of-tou-period';
import type { Database } from '../../apps/server/src/platform/database/open-database.ts';
import { CONTRACT, RULES } from './year.ts';

/** Windows at full hours, as of most distributors, or at half hours, which only quarter-hours distinguish. */
const WINDOWS = { hours: USUAL_WINDOWS, 'half hours': null };
export type Windows = keyof typeof WINDOWS;

const rulesBy = (rules: ElectricRules, windows: Windows): ElectricRules => {
  const total = WINDOWS[windows];
  return total === null || rules.modality === 'convencional' ? rules : { ...rules, windows: total };
};

const storeTariff = async ({ db }: Database, rules: ElectricRules, windows: Windows): Promise<string> => {
  const group = rules.modality === 'verde' || rules.modality === 'azul' ? 'A4' : 'B3';
  const names = {
    tariff_group: group,
    distributor: windows,
    color: rules.modality,
    modality: rules.modality,
  };
  const { id } = await db.insertInto('tariff').values(names).returning('id').executeTakeFirstOrThrow();
  const { inPoint, interPoint, outPoint } = indicativePrices(rules);
  await db
    .insertInto('tariff_version')
    .values({
      tariff_id: id,
      valid_from: '2024-01-01',
      in_point: priceToText(inPoint),
      inter_point: priceToText(interPoint),
      out_point: priceToText(outPoint),
      rules: JSON.stringify(writeTariffRules(rules)),
    })
    .execute();
  return id;
};

/** The tariffs of a distributor; answers Verde. */
export const storeTariffs = async (database: Database, windows: Windows): Promise<string> => {
  let verde = '';
  for (const rules of RULES) {
    const id = await storeTariff(database, rulesBy(rules, windows), windows);
    if (rules.modality === 'verde') verde = id;
  }
  return verde;
};

/** A contract of Group A under Verde. */
export const storeContract = async (
  { db }: Database,
  establishment: string,
  verde: string,
): Promise<void> => {
  await db
    .insertInto('billing_contract')
    .values({
      establishment_id: establishment,
      type: 'eletric',
      valid_from: '2025-01-01',
      tariff_id: verde,
      terms: JSON.stringify(writeBillingContract({ ...CONTRACT, generation: null })),
      changed_at: new Date(),
    })
    .execute();
};

/** Gives each meter an establishment of its own, with a contract; answers the establishments. */
export const settleEstablishments = async (
  database: Database,
  macs: readonly string[],
  windows: Windows,
): Promise<readonly string[]> => {
  const { pool } = database;
  const verde = await storeTariffs(database, windows);
  const establishments: string[] = [];
  for (const mac of macs) {
    const { rows } = await pool.query<{ id: string }>(
      `insert into establishment (owner_id, name, tariff_group) select owner_id, $1, 'A' from establishment limit 1
       returning id`,
      [mac],
    );
    const id = rows[0]?.id ?? '';
    await pool.query('update installation set establishment_id = $1, is_general = true where mac = $2', [
      id,
      mac,
    ]);
    await storeContract(database, id, verde);
    establishments.push(id);
  }
  return establishments;
};
