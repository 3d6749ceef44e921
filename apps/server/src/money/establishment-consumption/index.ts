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
import { createEstablishmentReaders } from './establishment-readers.ts';

export type { EstablishmentReaders } from './establishment-readers.ts';

export const createEstablishmentConsumptionFeature = (
  needs: Parameters<typeof createEstablishmentReaders>[0],
) => {
  const readers = createEstablishmentReaders(needs);
  return {
    ...readers,
    register(app: CallBinder): void {
      bindCall(app, readEstablishmentAmounts, async ({ caller, body, signal }) => ({
        amounts: await readers.amounts(caller, body, signal),
      }));
      bindCall(app, readEstablishmentCycle, async ({ caller, params, query }) => ({
        consolidated: await readers.cycle.read(caller, params.id, query.type),
      }));
      bindCall(app, readEstablishmentMonths, async ({ caller, params, body }) => ({
        hist: await readers.months(caller, params.id, body),
      }));
      bindCall(app, readEstablishmentYearBefore, async ({ caller, params, query }) => ({
        yearBefore: await readers.yearBefore(caller, params.id, query.type),
      }));
      bindCall(app, readEstablishmentTouPeriods, async ({ caller, params }) => ({
        energy: await readers.touPeriods(caller, params.id),
      }));
      bindCall(app, readEstablishmentRest, async ({ caller, params, query }) => ({
        rest: await readers.rest(caller, params.id, query.type),
      }));
      bindCall(app, readEmissions, async ({ caller, params, query }) => ({
        data: await readers.emissions(caller, params.id, query),
      }));
    },
  };
};
