import {
  readEstablishmentAmounts,
  readEstablishmentCycle,
  readEstablishmentMonths,
  readEstablishmentRest,
  readEstablishmentTouPeriods,
  readEstablishmentYearBefore,
} from '@nascente/contract/money/establishment-consumption';
import { readEmissions } from '@nascente/contract/sites/establishments';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { createEstablishmentReaders, type EstablishmentReaders } from './establishment-readers.ts';

export type { EstablishmentReaders } from './establishment-readers.ts';

const bindEstablishmentConsumption = (app: CallBinder, read: EstablishmentReaders): void => {
  bindCall(app, readEstablishmentAmounts, async ({ caller, body, signal }) => ({
    amounts: await read.amounts(caller, body, signal),
  }));
  bindCall(app, readEstablishmentCycle, async ({ caller, params, query }) => ({
    consolidated: await read.cycle.read(caller, params.id, query.type),
  }));
  bindCall(app, readEstablishmentMonths, async ({ caller, params, body }) => ({
    hist: await read.months(caller, params.id, body),
  }));
  bindCall(app, readEstablishmentYearBefore, async ({ caller, params, query }) => ({
    yearBefore: await read.yearBefore(caller, params.id, query.type),
  }));
  bindCall(app, readEstablishmentTouPeriods, async ({ caller, params }) => ({
    energy: await read.touPeriods(caller, params.id),
  }));
  bindCall(app, readEstablishmentRest, async ({ caller, params, query }) => ({
    rest: await read.rest(caller, params.id, query.type),
  }));
  bindCall(app, readEmissions, async ({ caller, params, query }) => ({
    data: await read.emissions(caller, params.id, query),
  }));
};

export const createEstablishmentConsumptionFeature = (
  needs: Parameters<typeof createEstablishmentReaders>[0],
) => {
  const readers = createEstablishmentReaders(needs);
  return { ...readers, register: (app: CallBinder): void => bindEstablishmentConsumption(app, readers) };
};
