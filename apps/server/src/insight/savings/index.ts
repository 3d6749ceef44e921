import type { BodyOf } from '@nascente/contract/base/call';
import { isId } from '@nascente/contract/base/conventions';
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
  type SavingChange,
} from '@nascente/contract/insight/savings';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { ConsumptionReader, SubjectPrices } from '../../energy/consumption/index.ts';
import type { AuditTrail, NewAuditEvent } from '../../people/audit/index.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { LimitReached, NotFound, refuseField } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/caller.ts';
import { bindCall, bindField, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { EstablishmentsService } from '../../sites/establishments/index.ts';
import type { Meter, MeterDirectory } from '../../sites/meters/index.ts';
import { createSavingChangesRepository, toSavingChange } from './saving-changes.repository.ts';
import { createSavingsService } from './savings.service.ts';
import { createVariablesRepository } from './variables.repository.ts';

export { createVariablesRepository };

import { createVariablesService } from './variables.service.ts';

interface Act {
  readonly caller: Actor;
  readonly mac: Mac;
}

const MAXIMUM = 50;
const ABSENT = 'Mudança não encontrada.';
const ONE_OF_TWO = 'Informe quanto por dia, ou que parte do consumo: um dos dois.';
const WRONG_END = 'A mudança só pode ser desfeita depois do dia em que começou.';

const createSavingChanges = (needs: {
  db: Connection;
  directory: MeterDirectory;
  audit: Pick<AuditTrail, 'record'>;
  clock: () => Instant;
}) => {
  const { db, directory, audit, clock } = needs;

  const eventOf = (
    action: NewAuditEvent['action'],
    { caller }: Act,
    { mac, name, ownerId }: Meter,
    { what, begins, undone }: Pick<SavingChange, 'what' | 'begins' | 'undone'>,
  ): NewAuditEvent => ({
    action,
    by: caller,
    subjectId: ownerId,
    detail: { mac, meter: name, what, begins, ...(undone !== null && { undone }) },
  });

  const ofMeter = <T>({ caller, mac }: Act, act: (meter: Meter) => Promise<T>): Promise<T> =>
    directory.read(caller, 'decide-opportunities', mac, act);

  const find = async (within: Connection, { installationId }: Meter, id: string): Promise<SavingChange> => {
    const found = isId(id)
      ? (await createSavingChangesRepository(within).list(installationId)).find((one) => one.id === id)
      : undefined;
    if (found === undefined) throw new NotFound(ABSENT);
    return toSavingChange(found);
  };

  return {
    add: (act: Act, change: BodyOf<typeof addSavingChange>): Promise<SavingChange> =>
      ofMeter(act, async (meter) => {
        const { begins, undone, perDay, share } = change;
        if ((perDay === null) === (share === null)) refuseField('perDay', ONE_OF_TWO);
        if (undone !== null && undone <= begins) refuseField('undone', WRONG_END);
        const { installationId } = meter;
        const { accountId } = act.caller;
        return db.transaction().execute(async (within) => {
          const changes = createSavingChangesRepository(within);
          await changes.hold(installationId);
          if ((await changes.list(installationId)).length >= MAXIMUM)
            throw new LimitReached(`Este medidor já tem ${MAXIMUM} mudanças. Retire uma que não vale mais.`);
          const added = await changes.insert({ ...change, installationId, accountId, at: clock() });
          await audit.record(eventOf('saving-change-added', act, meter, added), within);
          return toSavingChange(added);
        });
      }),
    end: (act: Act, id: string, undone: string | null): Promise<SavingChange> =>
      ofMeter(act, (meter) =>
        db.transaction().execute(async (within) => {
          const { begins } = await find(within, meter, id);
          if (undone !== null && undone <= begins) refuseField('undone', WRONG_END);
          const ended = await createSavingChangesRepository(within).end(id, meter.installationId, undone);
          if (ended === null) throw new NotFound(ABSENT);
          await audit.record(eventOf('saving-change-ended', act, meter, ended), within);
          return toSavingChange(ended);
        }),
      ),
    remove: (act: Act, id: string): Promise<void> =>
      ofMeter(act, (meter) =>
        db.transaction().execute(async (within) => {
          const found = await find(within, meter, id);
          const isRemoved = await createSavingChangesRepository(within).remove(id, meter.installationId);
          if (!isRemoved) throw new NotFound(ABSENT);
          await audit.record(eventOf('saving-change-removed', act, meter, found), within);
        }),
      ),
  };
};

export const createSavingsFeature = (needs: {
  db: Connection;
  directory: MeterDirectory;
  establishments: Pick<EstablishmentsService, 'findVisible'>;
  reader: ConsumptionReader;
  prices: SubjectPrices;
  audit: AuditTrail;
  clock: () => Instant;
}): { register(app: CallBinder): void } => {
  const { db } = needs;
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
      bindField(app, addSavingChange, ({ caller, params: { mac }, body }) =>
        changes.add({ caller, mac }, body),
      );
      bindField(app, endSavingChange, ({ caller, params: { mac, id }, body }) =>
        changes.end({ caller, mac }, id, body.undone),
      );
      bindCall(app, removeSavingChange, ({ caller, params: { mac, id } }) =>
        changes.remove({ caller, mac }, id),
      );
      bindField(app, listIndependentVariables, ({ caller, params: { id } }) => variables.list(caller, id));
      bindCall(app, readIndependentVariable, ({ caller, params: { id, kind } }) =>
        variables.read(caller, id, kind),
      );
      bindField(app, saveIndependentVariable, ({ caller, params: { id, kind }, body }) =>
        variables.save({ caller, id }, kind, body),
      );
      bindField(app, removeIndependentVariable, ({ caller, params: { id, kind } }) =>
        variables.remove({ caller, id }, kind),
      );
    },
  };
};
