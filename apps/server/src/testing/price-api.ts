import { createTestApi } from './test-api.ts';

/** The calls, and meters under a tariff with one price for every hour, in R$/kWh. */
export const createPriceApi = async (now: string, price: number) => {
  const api = await createTestApi(now);
  const each = String(price);
  const tariff = await api.seed.tariff([
    { valid_from: '2020-01-01', in_point: each, inter_point: each, out_point: each },
  ]);
  return {
    api,
    tariff,
    meterAt: (establishment: string, overrides: object = {}) =>
      api.seed.meter(establishment, { tariff_id: tariff, ...overrides }),
  };
};
