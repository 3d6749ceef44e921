import type { AnswerOf, BodyOf } from '@nascente/contract/base/call';
import { isId } from '@nascente/contract/base/conventions';
import {
  type BillingContractJson,
  readBillingContract,
  writeBillingContract,
} from '@nascente/contract/money/billing-contract';
import type {
  EstablishmentContract,
  readReadingDates,
  saveContract,
} from '@nascente/contract/money/billing-terms';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { readingCyclesUntil } from '@nascente/domain/base/time/reading-cycles';
import { municipalitiesOf } from '@nascente/domain/sites/tariffs/billing-contract';
import { rulesOn } from '@nascente/domain/sites/tariffs/tariff-rules';
import type { AuditTrail } from '../../../people/audit/index.ts';
import type { Connection } from '../../../platform/database/open-database.ts';
import { NotFound, refuseField } from '../../../platform/errors.ts';
import type { Actor, Caller } from '../../../platform/http/caller.ts';
import type { Utility } from '../../../sites/establishments/index.ts';
import { calendarOf } from '../../../sites/establishments/index.ts';
import type { CosipTablesService } from '../../../sites/tariffs/index.ts';
import { toDays, toTariff } from '../bill-answer.ts';
import { billAuditEvent, dayText } from '../bill-audit-event.ts';
import { type CachedTariffs, termsOn } from '../bill-maker.ts';
import { type BilledEstablishment, type BilledEstablishments, todayAt } from '../measured-days.ts';
import { createTermsRepository } from './terms.repository.ts';

type Readings = AnswerOf<typeof readReadingDates>['readings'];

export type TermsService = ReturnType<typeof createTermsService>;

const CYCLES = 12;
/**
 * Maximum size of all contract versions of a utility, because each bill reads them: one of the largest, or about a hundred usual
 * ones.
 */
const MAX_BYTES = 300_000;
const TOO_LARGE =
  'Os contratos guardados deste estabelecimento ocupam espaço demais: remova os que não valem mais e salve de novo.';

const toReadings = (establishment: BilledEstablishment): Readings => {
  const calendar = calendarOf(establishment.facts, establishment.type);
  const cycles = readingCyclesUntil(todayAt(establishment), CYCLES, calendar);
  return { type: establishment.type, dates: [...calendar.readings], cycles: cycles.map(toDays).toReversed() };
};

/** Throws InvalidInput unless modality and tariff belong to the utility of the contract. */
const requireFittingTariff = async (
  { type, tax, terms }: BodyOf<typeof saveContract>,
  tariffs: CachedTariffs,
): Promise<void> => {
  const isWater = terms.modality === 'water';
  if (isWater !== (type === 'water')) {
    refuseField('terms.modality', isWater ? 'Esta modalidade é de água.' : 'Escolha uma tarifa de água.');
  }
  if (tax === null) return;
  const tariff = isId(tax) ? (await tariffs.find(tax))?.names : undefined;
  if (tariff === undefined || tariff.type !== type) return refuseField('tax', 'Escolha uma tarifa.');
  if (tariff.modality !== 'simple' && tariff.modality !== terms.modality) {
    refuseField('tax', 'A tarifa escolhida é de outra modalidade.');
  }
};

export const createTermsService = (needs: {
  establishments: BilledEstablishments;
  db: Connection;
  audit: AuditTrail;
  tariffs: CachedTariffs;
  cosip: Pick<CosipTablesService, 'tables'>;
}) => {
  const { establishments, db, audit, tariffs, cosip } = needs;

  /** Throws InvalidInput for a municipality without a stored table. */
  const requireTables = async (terms: BillingContractJson): Promise<void> => {
    const named = municipalitiesOf(readBillingContract(terms));
    const tables = await cosip.tables(named);
    if (tables.length < named.length)
      refuseField('terms.cosip', 'Esta tabela da COSIP não existe: escolha um município da lista.');
  };

  const answer = async (establishment: BilledEstablishment): Promise<EstablishmentContract> => {
    const today = todayAt(establishment);
    const { facts, type } = establishment;
    const { validFrom, contract, tariff, versions, assumed } = await termsOn(facts, type, today, tariffs);
    const version = rulesOn(versions, today);
    return {
      type,
      inForce: {
        validFrom,
        tariff: toTariff(tariff, version === null ? [] : [version]),
        terms: writeBillingContract(contract),
      },
      assumed: [...assumed],
      versions: facts.contracts
        .filter((stored) => stored.type === type)
        .map((stored) => ({
          validFrom: stored.validFrom,
          tax: stored.tariffId,
          terms: writeBillingContract(stored.terms),
        })),
    };
  };
  const see = async (caller: Caller, id: string, type: Utility): Promise<BilledEstablishment> => {
    const establishment = await establishments.find(caller, id, type, 'see-bills');
    establishments.requireFullAccess(caller, establishment);
    return establishment;
  };
  const toEdit = (caller: Caller, id: string, type: Utility) =>
    establishments.find(caller, id, type, 'edit-establishment');

  return {
    contract: async (caller: Caller, id: string, type: Utility): Promise<EstablishmentContract> =>
      answer(await see(caller, id, type)),
    async saveContract(
      caller: Actor,
      id: string,
      input: BodyOf<typeof saveContract>,
    ): Promise<EstablishmentContract> {
      const establishment = await toEdit(caller, id, input.type);
      await requireFittingTariff(input, tariffs);
      await requireTables(input.terms);
      const { validFrom, tax: tariffId, terms: agreed } = input;
      const change = { by: caller.accountId, at: new Date(establishment.now) };
      const event = billAuditEvent('contract-saved', caller, establishment, { since: dayText(validFrom) });
      await db.transaction().execute(async (within) => {
        const terms = createTermsRepository(within);
        const bytes = await terms.save(id, input.type, { validFrom, tariffId, terms: agreed }, change);
        if (bytes > MAX_BYTES) refuseField('terms', TOO_LARGE);
        await audit.record(event, within);
      });
      return answer(await toEdit(caller, id, input.type));
    },
    async removeContract(
      caller: Actor,
      id: string,
      type: Utility,
      validFrom: CivilDate,
    ): Promise<EstablishmentContract> {
      const establishment = await toEdit(caller, id, type);
      await db.transaction().execute(async (within) => {
        if (!(await createTermsRepository(within).remove(id, type, validFrom)))
          throw new NotFound('Não há contrato a partir deste dia.');
        await audit.record(
          billAuditEvent('contract-removed', caller, establishment, { since: dayText(validFrom) }),
          within,
        );
      });
      return answer(await toEdit(caller, id, type));
    },
    readings: async (caller: Caller, id: string, type: Utility): Promise<Readings> =>
      toReadings(await see(caller, id, type)),
    async saveReadings(
      caller: Actor,
      id: string,
      type: Utility,
      dates: readonly string[],
    ): Promise<Readings> {
      const establishment = await toEdit(caller, id, type);
      const event = billAuditEvent('reading-dates-saved', caller, establishment, {
        dates: String(dates.length),
      });
      await db.transaction().execute(async (within) => {
        await createTermsRepository(within).replaceReadings(id, type, dates);
        await audit.record(event, within);
      });
      return toReadings(await toEdit(caller, id, type));
    },
  };
};
