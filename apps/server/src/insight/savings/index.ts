import {
  listIndependentVariables,
  readIndependentVariable,
  removeIndependentVariable,
  saveIndependentVariable,
} from '@nascente/contract/insight/independent-variables';
import {
  addSavingChange,
  endSavingChange,
  readSaving,
  removeSavingChange,
} from '@nascente/contract/insight/savings';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { ConsumptionReader, SubjectPrices } from '../../energy/consumption/index.ts';
import type { AuditTrail } from '../../people/audit/index.ts';
import { deviceOf } from '../../people/session/index.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { EstablishmentsService } from '../../sites/establishments/index.ts';
import type { MeterDirectory } from '../../sites/meters/index.ts';
import { createSavingChangesRepository } from './saving-changes.repository.ts';
import { createSavingChanges } from './saving-changes.service.ts';
import { createSavingsService } from './savings.service.ts';
import { createVariablesRepository } from './variables.repository.ts';
import { createVariablesService } from './variables.service.ts';

export const createSavingsFeature = (needs: {
  database: Pick<Database, 'db'>;
  directory: MeterDirectory;
  establishments: Pick<EstablishmentsService, 'findVisible'>;
  reader: ConsumptionReader;
  prices: SubjectPrices;
  audit: AuditTrail;
  clock: () => Instant;
}): { register(app: CallBinder): void } => {
  const { db } = needs.database;
  const savings = createSavingsService({
    ...needs,
    repository: createSavingChangesRepository(db),
    variables: createVariablesRepository(db),
  });
  const variables = createVariablesService({ ...needs, db });
  const changes = createSavingChanges({ ...needs, db });
  return {
    register(app) {
      bindCall(app, readSaving, ({ caller, params, query }) => savings.ofMeter(caller, params.mac, query));
      bindCall(app, addSavingChange, async ({ caller, params: { mac }, body, request }) => ({
        ok: true,
        change: await changes.add({ caller, mac, device: deviceOf(request) }, body),
      }));
      bindCall(app, endSavingChange, async ({ caller, params: { mac, id }, body, request }) => ({
        ok: true,
        change: await changes.end({ caller, mac, device: deviceOf(request) }, id, body.undone),
      }));
      bindCall(app, removeSavingChange, async ({ caller, params: { mac, id }, request }) => {
        await changes.remove({ caller, mac, device: deviceOf(request) }, id);
        return { ok: true };
      });
      bindCall(app, listIndependentVariables, async ({ caller, params: { id } }) => ({
        ok: true,
        variables: await variables.list(caller, id),
      }));
      bindCall(app, readIndependentVariable, async ({ caller, params: { id, kind } }) => ({
        ok: true,
        ...(await variables.read(caller, id, kind)),
      }));
      bindCall(app, saveIndependentVariable, async ({ caller, params: { id, kind }, body, request }) => ({
        ok: true,
        variables: await variables.save({ caller, id, device: deviceOf(request) }, kind, body),
      }));
      bindCall(app, removeIndependentVariable, async ({ caller, params: { id, kind }, request }) => ({
        ok: true,
        variables: await variables.remove({ caller, id, device: deviceOf(request) }, kind),
      }));
    },
  };
};
