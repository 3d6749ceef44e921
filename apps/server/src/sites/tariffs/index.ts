import type { BodyOf } from '@nascente/contract/base/call';
import { listCosipTables, removeCosipPeriod, saveCosipPeriod } from '@nascente/contract/sites/cosip-tables';
import { type FlagOfMonth, listFlags, setFlag } from '@nascente/contract/sites/flags';
import { importTariffs } from '@nascente/contract/sites/tariff-import';
import {
  correctTariffVersion,
  readVersionUse,
  removeTariffVersion,
} from '@nascente/contract/sites/tariff-versions';
import { listTariffs, readTariff, saveTariff } from '@nascente/contract/sites/tariffs';
import { listVatPeriods, removeVatPeriod, saveVatPeriod } from '@nascente/contract/sites/vat-periods';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { firstDayOf, parseMonthOfYear, toMonthOfYear } from '@nascente/domain/base/time/civil-month';
import type { Instant } from '@nascente/domain/base/time/zone';
import { formatNumber } from '@nascente/domain/base/units/format';
import { priceFromNumber, priceToNumber } from '@nascente/domain/base/units/price';
import { may } from '@nascente/domain/people/permissions';
import { FLAGS, type FlagMonths } from '@nascente/domain/sites/tariffs/billing-contract';
import type { AuditTrail } from '../../people/audit/index.ts';
import { createPerRequestCache } from '../../platform/database/one-reading.ts';
import type { Connection, Database } from '../../platform/database/open-database.ts';
import { InvalidInput, invalidField, NotAllowed } from '../../platform/errors.ts';
import type { Actor, Caller } from '../../platform/http/caller.ts';
import { bindCall, bindField, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { bindStreamedUpload } from '../../platform/http/calls/bind-streamed-upload.ts';
import { createCosipTablesService } from './cosip-tables.service.ts';
import { createFlagsRepository, type StoredFlag } from './flags.repository.ts';
import { createTariffImport } from './import.service.ts';
import { createTariffWriting } from './tariff-writing.service.ts';
import { createTariffNaming, createTariffsRepository } from './tariffs.repository.ts';
import { createTariffsService, createTariffVersions } from './tariffs.service.ts';
import { createVatPeriodsService } from './vat-periods.service.ts';

export type { CosipTablesService } from './cosip-tables.service.ts';
export { type DatedTariff, storeTariff } from './tariff-writing.service.ts';
export type { PricedTariff, TariffNames, TariffNaming } from './tariffs.repository.ts';
export type { TariffsService } from './tariffs.service.ts';
export { createVatPeriodsRepository } from './vat-periods.repository.ts';
export { toVatAnswer, type VatPeriodsService } from './vat-periods.service.ts';

export type FlagsService = ReturnType<typeof createFlagsService>;

const toAnswer = ({ month, name, price }: StoredFlag): FlagOfMonth => ({
  month: toMonthOfYear(month),
  flag: name,
  price: priceToNumber(price),
});

const DECIMALS = 5;
const NOT_YOURS = 'Seu perfil não permite esta operação.';

const createFlagsService = ({ db, audit }: { db: Connection; audit: AuditTrail }) => {
  const flags = createFlagsRepository(db);
  const perRequest = createPerRequestCache<FlagMonths>();
  const readMonths = async (): Promise<FlagMonths> =>
    new Map((await flags.months()).map(({ month, name, price }) => [month, { name, price }]));
  return {
    async list({ profile }: Caller): Promise<{
      flags: FlagOfMonth[];
      prices: { flag: StoredFlag['name']; validFrom: CivilDate; price: number }[];
    }> {
      if (!may(profile, 'see-tariffs')) throw new NotAllowed(NOT_YOURS);
      const [months, prices] = [await flags.months(), await flags.prices()];
      return {
        flags: months.map(toAnswer),
        prices: prices.map(({ month, name, price }) => ({
          flag: name,
          validFrom: firstDayOf(month),
          price: priceToNumber(price),
        })),
      };
    },
    async set(caller: Actor, input: BodyOf<typeof setFlag>): Promise<FlagOfMonth> {
      if (!may(caller.profile, 'edit-tariffs')) throw new NotAllowed(NOT_YOURS);
      const month = parseMonthOfYear(input.month);
      if (month === null) throw new InvalidInput('Mês inválido: use MM/AAAA');
      const inForce = (await flags.prices()).findLast((one) => one.name === input.flag && one.month <= month);
      const price = input.price === undefined ? inForce?.price : priceFromNumber(input.price);
      if (price === undefined)
        throw invalidField(
          'price',
          'O adicional desta bandeira neste mês não é conhecido: informe-o em R$/kWh.',
        );
      const flag = { month, name: input.flag, price };
      const detail = {
        month: input.month,
        flag: FLAGS[flag.name],
        price: `R$ ${formatNumber(priceToNumber(price), DECIMALS)}`,
      };
      await db.transaction().execute(async (within) => {
        await createFlagsRepository(within).setMonth(flag);
        await audit.record({ action: 'flag-set', by: caller, subjectId: null, detail }, within);
      });
      return toAnswer(flag);
    },
    /** Every month with a known flag, for bills. */
    months: (): Promise<FlagMonths> => perRequest('', readMonths),
  };
};

export type TariffsFeature = ReturnType<typeof createTariffsFeature>;

export const createTariffsFeature = (needs: {
  database: Pick<Database, 'db' | 'changes'>;
  clock: () => Instant;
  audit: AuditTrail;
}) => {
  const { database, clock, audit } = needs;
  const { db, changes } = database;
  const service = createTariffsService({ tariffs: createTariffsRepository(db), changes, clock });
  const flags = createFlagsService({ db, audit });
  const vat = createVatPeriodsService({ db, audit });
  const cosip = createCosipTablesService({ db, audit });
  const aneel = createTariffImport({ db, audit });
  const writing = createTariffWriting({ db, audit, clock });
  const versions = createTariffVersions({ db, audit });
  const services = { tariffs: service, writing, versions, flags, aneel };
  return {
    service,
    naming: createTariffNaming(db),
    flags,
    vat,
    cosip,
    aneel,
    register(app: CallBinder): void {
      const { tariffs, writing, versions, flags, aneel } = services;
      bindField(app, listTariffs, ({ caller, query }) => tariffs.list(caller, query.ids?.split(',')));
      bindField(app, readTariff, ({ caller, params }) => writing.read(caller, params.id));
      bindField(app, saveTariff, ({ caller, body }) => writing.save(caller, body.tax));
      bindField(app, readVersionUse, ({ caller, params }) =>
        versions.use(caller, params.id, params.validFrom),
      );
      bindField(app, correctTariffVersion, ({ caller, params, body }) =>
        versions.correct(caller, params, body),
      );
      bindField(app, removeTariffVersion, ({ caller, params }) => versions.remove(caller, params));
      bindCall(app, listFlags, ({ caller }) => flags.list(caller));
      bindField(app, setFlag, ({ caller, body }) => flags.set(caller, body));
      bindField(app, listVatPeriods, ({ caller }) => vat.list(caller));
      bindField(app, saveVatPeriod, ({ caller, body }) => vat.save(caller, body));
      bindCall(app, removeVatPeriod, ({ caller, params }) => vat.remove(caller, params.validFrom));
      bindField(app, listCosipTables, ({ caller }) => cosip.list(caller));
      bindField(app, saveCosipPeriod, ({ caller, body }) => cosip.save(caller, body));
      bindCall(app, removeCosipPeriod, ({ caller, body }) => cosip.remove(caller, body));
      bindStreamedUpload(app, importTariffs, async ({ caller, query, file }) => {
        const { store, since, distributors } = query;
        const choice = {
          store: store === 'true',
          since: since ?? null,
          distributors: distributors?.split(',').filter((key) => key !== '') ?? null,
        };
        const summary = await aneel.run(caller, file, choice);
        return { summary };
      });
    },
  };
};
