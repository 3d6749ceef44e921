import { readSaving } from '@nascente/contract/savings';
import type { Instant } from '@nascente/domain/time/zone';
import { bindCall, type CallBinder } from '../../platform/http/bind-call.ts';
import type { ConsumptionReader, MeterPrices } from '../consumption/index.ts';
import type { MeterDirectory } from '../meters/index.ts';
import { createSavingsService } from './savings.service.ts';

/** What was saved since a change, against the year before it. */
export const createSavingsFeature = (needs: {
  directory: MeterDirectory;
  reader: ConsumptionReader;
  prices: MeterPrices;
  clock: () => Instant;
}): { register(app: CallBinder): void } => {
  const savings = createSavingsService(needs);
  return {
    register: (app) =>
      bindCall(app, readSaving, ({ caller, params, query }) =>
        savings.ofMeter(caller, params.mac, query.since),
      ),
  };
};
