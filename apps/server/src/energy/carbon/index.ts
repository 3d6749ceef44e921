import { addIrecLot, readCarbon, removeIrecLot } from '@nascente/contract/energy/carbon';
import {
  importEmissionFactors,
  listEmissionFactors,
  removeEmissionFactor,
  saveEmissionFactor,
} from '@nascente/contract/energy/emission-factors';
import { readEmissions } from '@nascente/contract/sites/establishments';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { AuditTrail } from '../../people/audit/index.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { bindCall, bindField, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { bindUpload } from '../../platform/http/calls/bind-upload.ts';
import type {
  EstablishmentFactsRepository,
  EstablishmentsService,
} from '../../sites/establishments/index.ts';
import { type ConsumptionFeature, createFindEstablishment } from '../consumption/index.ts';
import { createCarbonService } from './carbon.service.ts';
import { createEmissionFactorsService } from './emission-factors.service.ts';
import { createEmissionsReader } from './emissions-reader.ts';

export const createCarbonFeature = (needs: {
  db: Connection;
  establishments: Pick<EstablishmentsService, 'findVisible'>;
  facts: Pick<EstablishmentFactsRepository, 'read'>;
  consumption: Pick<ConsumptionFeature, 'meterSums'>;
  audit: AuditTrail;
  clock: () => Instant;
}): { register(app: CallBinder): void } => {
  const find = createFindEstablishment(needs);
  const factors = createEmissionFactorsService(needs);
  const emissionsOf = createEmissionsReader({
    find,
    sums: needs.consumption.meterSums,
    factors: factors.factors,
  });
  const carbon = createCarbonService({ ...needs, find, emissionsOf });
  return {
    register(app) {
      bindField(app, readEmissions, ({ caller, params, query }) =>
        emissionsOf.days(caller, params.id, query),
      );
      bindField(app, readCarbon, ({ caller, params, query }) => carbon.read(caller, params.id, query));
      bindField(app, addIrecLot, ({ caller, params, body }) => carbon.addLot(caller, params.id, body));
      bindCall(app, removeIrecLot, ({ caller, params }) => carbon.removeLot(caller, params.id, params.lotId));
      bindCall(app, listEmissionFactors, ({ caller }) => factors.list(caller));
      bindField(app, saveEmissionFactor, ({ caller, body }) => factors.save(caller, body));
      bindCall(app, removeEmissionFactor, ({ caller, params: { year, month } }) =>
        factors.remove(caller, Number(year), month === 'mean' ? null : Number(month)),
      );
      bindUpload(app, importEmissionFactors, async ({ caller, file, query }) => ({
        summary: await factors.importFile(caller, file, query),
      }));
    },
  };
};
