import {
  readEstablishmentAmounts,
  readEstablishmentCycle,
  readEstablishmentMonths,
  readEstablishmentRest,
  readEstablishmentTouPeriods,
  readEstablishmentYearBefore,
} from '@nascente/contract/money/establishment-consumption';
import { bindField, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { createEstablishmentReaders } from './establishment-readers.ts';

export type { EstablishmentReaders } from './establishment-readers.ts';

export const createEstablishmentConsumptionFeature = (
  needs: Parameters<typeof createEstablishmentReaders>[0],
) => {
  const readers = createEstablishmentReaders(needs);
  return {
    ...readers,
    register(app: CallBinder): void {
      bindField(app, readEstablishmentAmounts, ({ caller, body, signal }) =>
        readers.amounts(caller, body, signal),
      );
      bindField(app, readEstablishmentCycle, ({ caller, params, query }) =>
        readers.cycle.read(caller, params.id, query.type),
      );
      bindField(app, readEstablishmentMonths, ({ caller, params, body }) =>
        readers.months(caller, params.id, body),
      );
      bindField(app, readEstablishmentYearBefore, ({ caller, params, query }) =>
        readers.yearBefore(caller, params.id, query.type),
      );
      bindField(app, readEstablishmentTouPeriods, ({ caller, params }) =>
        readers.touPeriods(caller, params.id),
      );
      bindField(app, readEstablishmentRest, ({ caller, params, query }) =>
        readers.rest(caller, params.id, query.type),
      );
    },
  };
};
