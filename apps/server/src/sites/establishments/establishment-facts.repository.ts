import { readBillingContract } from '@nascente/contract/money/billing-contract';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import type { ReadingCalendar } from '@nascente/domain/base/time/reading-cycles';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { BillingContract } from '@nascente/domain/sites/tariffs/billing-contract';
import type { BoardKind } from '@nascente/domain/telemetry/frames/frame';
import { createAskTogether, createPerRequestCache } from '../../platform/database/one-reading.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { createWhileUnchanged } from '../../platform/database/while-unchanged.ts';

export type Utility = 'eletric' | 'water';

/** A meter that is or was at an establishment. */
export interface EstablishmentMeter {
  readonly installationId: number;
  readonly mac: Mac;
  readonly name: string;
  readonly type: Utility;
  readonly kind: BoardKind;
  readonly isGeneral: boolean;
  /** True if the meter stands at an inverter: its energy is generation and does not count as consumption. */
  readonly isInverter: boolean;
  readonly tariffId: string | null;
  /** The kind of equipment (system) that the meter measures, as chosen by its owner. */
  readonly system: string | null;
  readonly installedAt: Instant;
  readonly removedAt: Instant | null;
  /** The client users with access to the meter. */
  readonly grantedTo: readonly string[];
}

export interface StoredContract {
  readonly type: Utility;
  readonly validFrom: CivilDate;
  readonly tariffId: string | null;
  readonly terms: BillingContract;
}

/** The data on which bills of an establishment depend, except prices and readings. */
export interface EstablishmentFacts {
  readonly readDay: number | null;
  readonly tariffGroup: 'A' | 'B' | null;
  readonly contractedDemandKw: number | null;
  readonly tariffId: string | null;
  readonly meters: readonly EstablishmentMeter[];
  /** Oldest first. */
  readonly contracts: readonly StoredContract[];
  /** Oldest first. */
  readonly readings: readonly { readonly type: Utility; readonly day: CivilDate }[];
}

export type EstablishmentFactsRepository = ReturnType<typeof createEstablishmentFactsRepository>;

interface FactsRow extends Omit<EstablishmentFacts, 'meters' | 'contracts'> {
  readonly id: string;
  readonly meters: readonly (EstablishmentMeter & { readonly model: 'mono' | 'tri' })[];
  readonly contracts: readonly (StoredContract & { readonly terms: unknown })[];
}

const MS = (column: string): string => `floor(date_part('epoch', ${column}) * 1000)::bigint`;

const METERS = `select json_agg(json_build_object('installationId', i.id, 'mac', i.mac, 'name', i.name, 'type', b.type,
    'model', b.model, 'isGeneral', i.is_general,
    'isInverter', i.solar_panel and not i.is_general, 'tariffId', i.tariff_id, 'system', i.system,
    'installedAt', ${MS('i.installed_at')},
    'removedAt', ${MS('i.removed_at')}, 'grantedTo', array(select g.account_id from meter_access g
      where g.installation_id = i.id)) order by i.installed_at, i.id)
  from installation i join board b on b.mac = i.mac where i.establishment_id = e.id`;

const CONTRACTS = `select json_agg(json_build_object('type', c.type, 'validFrom', c.valid_from, 'tariffId', c.tariff_id,
    'terms', c.terms) order by c.valid_from)
  from billing_contract c where c.establishment_id = e.id`;

const READINGS = `select json_agg(json_build_object('type', r.type, 'day', r.day) order by r.day)
  from reading_date r where r.establishment_id = e.id`;

const FACTS = `select e.id, e.bill_read_day as "readDay", e.tariff_group as "tariffGroup",
  e.contracted_demand_kw::float8 as "contractedDemandKw", e.tariff_id as "tariffId",
  coalesce((${METERS}), '[]') as meters, coalesce((${CONTRACTS}), '[]') as contracts,
  coalesce((${READINGS}), '[]') as readings
from establishment e where e.id = any($1::uuid[])`;

const CONTRACTED = `select distinct establishment_id as id from billing_contract
  where establishment_id = any($1::uuid[]) and type = $2`;

/** Maximum cached meters, some three hundred bytes each. */
const MAX_CACHED_METERS = 20_000;

/** Distinguishes an absent establishment from an unread one. */
interface Found {
  readonly facts: EstablishmentFacts | null;
}

const toFacts = (row: FactsRow): EstablishmentFacts => ({
  ...row,
  meters: row.meters.map((meter) => ({ ...meter, kind: meter.type === 'water' ? 'water' : meter.model })),
  contracts: row.contracts.map((one) => ({ ...one, terms: readBillingContract(one.terms) })),
});

/** The reading calendar of an establishment: its reading dates, beyond them its fixed read day. */
export const calendarOf = ({ readDay, readings }: EstablishmentFacts, type: Utility): ReadingCalendar => ({
  readDay,
  readings: readings.filter((reading) => reading.type === type).map(({ day }) => day),
});

export const isAssignedTo = (
  { grantedTo }: EstablishmentMeter,
  { accountId }: { accountId: string },
): boolean => grantedTo.includes(accountId);

export const createEstablishmentFactsRepository = ({ pool, changes }: Pick<Database, 'pool' | 'changes'>) => {
  const weightOf = ({ facts }: Found): number => (facts?.meters.length ?? 0) + 1;
  const whileUnchanged = createWhileUnchanged<Found>(changes, MAX_CACHED_METERS, weightOf);
  const perRequest = createPerRequestCache<ReadonlySet<string>>();
  const readContracted = async (establishmentIds: readonly string[], type: Utility) => {
    const { rows } = await pool.query<{ id: string }>({
      name: 'establishments-with-contract',
      text: CONTRACTED,
      values: [establishmentIds, type],
    });
    return new Set(rows.map(({ id }) => id));
  };
  const readFacts = createAskTogether<string, Found>(async (ids) => {
    const { rows } = await pool.query<FactsRow>({ name: 'establishment-facts', text: FACTS, values: [ids] });
    const factsById = new Map(rows.map((row) => [row.id, toFacts(row)]));
    return ids.map((id) => ({ facts: factsById.get(id.toLowerCase()) ?? null }));
  });
  return {
    /** Reads the facts without checking permission; `null`: the establishment does not exist. */
    async read(establishmentId: string): Promise<EstablishmentFacts | null> {
      const { facts } = await whileUnchanged(
        establishmentId,
        async () => (await readFacts([establishmentId]))[0] as Found,
      );
      return facts;
    },
    /** Establishments of the list that have a contract, independent of access. */
    withContract: (establishmentIds: readonly string[], type: Utility): Promise<ReadonlySet<string>> =>
      perRequest([type, ...establishmentIds].join(' '), () => readContracted(establishmentIds, type)),
  };
};
