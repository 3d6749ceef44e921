import { listFlags, setFlag } from '@nascente/contract/sites/flags';
import { importTariffs } from '@nascente/contract/sites/tariff-import';
import {
  correctTariffVersion,
  readVersionUse,
  removeTariffVersion,
} from '@nascente/contract/sites/tariff-versions';
import { listTariffs, readTariff, saveTariff } from '@nascente/contract/sites/tariffs';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { AuditTrail } from '../../people/audit/index.ts';
import { deviceOf } from '../../people/session/index.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { bindStreamedUpload } from '../../platform/http/calls/bind-streamed-upload.ts';
import { createFlagsService, type FlagsService } from './flags.service.ts';
import { createTariffImport, type TariffImport } from './import.service.ts';
import { createTariffVersions, type TariffVersions } from './tariff-versions.service.ts';
import { createTariffWriting, type TariffWriting } from './tariff-writing.service.ts';
import { createTariffNaming, createTariffsRepository } from './tariffs.repository.ts';
import { createTariffsService, type TariffsService } from './tariffs.service.ts';

const bindTariffs = (
  app: CallBinder,
  services: {
    tariffs: TariffsService;
    writing: TariffWriting;
    versions: TariffVersions;
    flags: FlagsService;
    aneel: TariffImport;
  },
): void => {
  const { tariffs, writing, versions, flags, aneel } = services;
  bindCall(app, listTariffs, async ({ caller, query }) => ({
    ok: true,
    taxes: await tariffs.list(caller, query.ids?.split(',')),
  }));
  bindCall(app, readTariff, async ({ caller, params }) => ({
    ok: true,
    tax: await writing.read(caller, params.id),
  }));
  bindCall(app, saveTariff, async ({ caller, body, request }) => ({
    ok: true,
    tax: await writing.save(caller, body.tax, deviceOf(request)),
  }));
  bindCall(app, readVersionUse, async ({ caller, params }) => ({
    ok: true,
    use: await versions.use(caller, params.id, params.validFrom),
  }));
  bindCall(app, correctTariffVersion, async ({ caller, params, body, request }) => ({
    ok: true,
    tax: await versions.correct({ caller, device: deviceOf(request) }, params, body),
  }));
  bindCall(app, removeTariffVersion, async ({ caller, params, request }) => ({
    ok: true,
    tax: await versions.remove({ caller, device: deviceOf(request) }, params),
  }));
  bindCall(app, listFlags, async ({ caller }) => ({ ok: true, ...(await flags.list(caller)) }));
  bindCall(app, setFlag, async ({ caller, body, request }) => ({
    ok: true,
    flag: await flags.set(caller, body, deviceOf(request)),
  }));
  bindStreamedUpload(app, importTariffs, async ({ caller, query, file, request }) => {
    const { store, since, distributors } = query;
    const choice = {
      store: store === 'true',
      since: since ?? null,
      distributors: distributors?.split(',').filter((key) => key !== '') ?? null,
    };
    const summary = await aneel.run(caller, file, choice, deviceOf(request));
    return { ok: true, summary };
  });
};

export type { FlagsService } from './flags.service.ts';
export { type DatedTariff, storeTariff } from './tariff-writing.service.ts';
export type { PricedTariff, TariffNames, TariffNaming } from './tariffs.repository.ts';
export type { TariffsService } from './tariffs.service.ts';

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
  const aneel = createTariffImport({ db, audit });
  const writing = createTariffWriting({ db, audit, clock });
  const versions = createTariffVersions({ db, audit });
  const services = { tariffs: service, writing, versions, flags, aneel };
  return {
    service,
    naming: createTariffNaming(db),
    flags,
    aneel,
    register: (app: CallBinder) => bindTariffs(app, services),
  };
};
