import type { CallBinder } from '../../platform/http/calls/bind-call.ts';
import { bindEstablishmentConsumption } from './establishment-consumption.routes.ts';
import { createEstablishmentReaders } from './establishment-readers.ts';

export type { EstablishmentReaders } from './establishment-readers.ts';

/** What establishments consumed. */
export const createEstablishmentConsumptionFeature = (
  needs: Parameters<typeof createEstablishmentReaders>[0],
) => {
  const readers = createEstablishmentReaders(needs);
  return { ...readers, register: (app: CallBinder): void => bindEstablishmentConsumption(app, readers) };
};
