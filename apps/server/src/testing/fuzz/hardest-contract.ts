import type { BodyOf } from '@nascente/contract/base/call';
import { MAX_CREDIT_LOTS, MAX_ICMS_BANDS, MAX_TAX_PERIODS } from '@nascente/contract/money/billing-contract';
import { MAX_COSIP_CHANGES, type saveContract } from '@nascente/contract/money/billing-terms';
import { MAX_COSIP_BANDS } from '@nascente/contract/sites/cosip-tables';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { DAY_MS } from '@nascente/domain/base/time/zone';
import { aContract } from '../seeds/a-contract.ts';

const FIRST_DAY = Date.parse('2020-01-01');
const dayAt = (n: number): string => new Date(FIRST_DAY + n * DAY_MS).toISOString().slice(0, 10);
const listOf = <T>(length: number, item: (n: number) => T): T[] => Array.from({ length }, (_, n) => item(n));

/** A contract of which each list is as long as it may be. */
export const hardestContract = (): BodyOf<typeof saveContract> => {
  const cosip = {
    mode: 'bands' as const,
    bands: listOf(MAX_COSIP_BANDS, (n) => ({ upTo: n + 1, amount: '12345.67' })),
  };
  const lot = {
    generatedIn: '2026-10',
    touPeriod: 'outPoint',
    class: 'I',
    origin: 'own',
    energy: 123_456.789,
  } as const;
  const terms = aContract({
    taxes: listOf(MAX_TAX_PERIODS, (n) => ({
      validFrom: dayAt(n),
      icms: '0.18',
      icmsBands: listOf(MAX_ICMS_BANDS, (band) => ({ upTo: band + 1, rate: '0.181818' })),
      pis: '0.01',
      cofins: '0.04',
      method: 'por-dentro' as const,
    })),
    cosip,
    cosipChanges: listOf(MAX_COSIP_CHANGES, (n) => ({ validFrom: dayAt(n), cosip })),
    generation: {
      class: 'II',
      credits: listOf(MAX_CREDIT_LOTS, () => lot),
      ownTaxes: { icms: true, pisCofins: true },
      otherTaxes: { icms: true, pisCofins: false },
    },
  });
  return { type: 'eletric', validFrom: civilDate('2026-01-01'), tax: null, terms };
};
