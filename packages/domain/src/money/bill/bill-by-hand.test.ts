import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import type { Instant, Zone } from '../../base/time/zone.ts';
import { priceToNumber } from '../../base/units/price.ts';
import type { BillingContract } from '../../sites/tariffs/billing-contract.ts';
import type { ElectricRules } from '../../sites/tariffs/tariff-rules.ts';
import type { TouPeriod } from '../../sites/tou-windows/tou-periods.ts';
import { energyPriceOf } from '../lines/energy-charges.ts';
import {
  CONTRACT_A,
  CONTRACT_B,
  EVER,
  flagMonths,
  perTouPeriod,
  single,
  taxes,
} from '../testing/bill-facts.ts';
import { computeBill } from '../testing/compute-bill.ts';
import { type LocalQuarter, quarterSeries } from '../testing/quarter-series.ts';
import { AZUL, BRANCA, CONVENCIONAL, VERDE } from '../testing/rules-facts.ts';

/** A cycle that contains Carnival and the end of a yellow month; clocks in Manaus never change. */
const ZONE = 'America/Manaus' as Zone;
const CYCLE = { first: civilDate('2026-02-13'), last: civilDate('2026-03-03') };
const DAYS = 19;
const YELLOW_DAYS = 16;
const WITHOUT_PEAK = [
  '2026-02-14',
  '2026-02-15',
  '2026-02-17',
  '2026-02-21',
  '2026-02-22',
  '2026-02-28',
  '2026-03-01',
];
const FLAGS = flagMonths({ '2026-02': 'amarela', '2026-03': 'verde' });
const [ICMS, PIS, COFINS] = [0.18, 0.0123, 0.0567];
const TAXES = [taxes('0.18', '0.0123', '0.0567')];
const CONTRACTED = { inPoint: 40, outPoint: 60 };

interface Flow {
  readonly consumed: number;
  readonly inductive: number;
  readonly capacitive: number;
}

/** Computes kWh, kvarh and kW of the cycle with floats and without the calendar of the product. */
function readByHand(rules: ElectricRules, flows: readonly (LocalQuarter & Flow)[]) {
  const kwh: Record<TouPeriod, number> = { inPoint: 0, interPoint: 0, outPoint: 0 };
  const kw: Record<TouPeriod, number> = { inPoint: 0, interPoint: 0, outPoint: 0 };
  const hours = new Map<string, { active: number; reactive: number; touPeriod: TouPeriod }>();
  for (const { date, minute, consumed, inductive, capacitive } of flows) {
    const touPeriod = touPeriodByHand(rules, date, minute / 60);
    kwh[touPeriod] += consumed / 1e6;
    kw[touPeriod] = Math.max(kw[touPeriod], consumed / 250_000);
    const key = `${date} ${Math.floor(minute / 60)}`;
    const hour = hours.get(key) ?? { active: 0, reactive: 0, touPeriod };
    const net = (inductive - capacitive) / 1e6;
    hour.active += consumed / 1e6;
    hour.reactive += Math.max(0, minute < 360 ? -net : net);
    hours.set(key, hour);
  }
  return { kwh, kw, hours: [...hours.values()] };
}

function touPeriodByHand(rules: ElectricRules, date: string, hour: number): TouPeriod {
  if (rules.modality === 'convencional' || WITHOUT_PEAK.includes(date)) return 'outPoint';
  if (hour >= 18 && hour < 21) return 'inPoint';
  return rules.modality === 'branca' && hour >= 17 && hour < 22 ? 'interPoint' : 'outPoint';
}

/** The expected total of the bill in R$, not rounded to cents. */
function billByHand(rules: ElectricRules, flows: readonly (LocalQuarter & Flow)[]): number {
  const { kwh, kw, hours } = readByHand(rules, flows);
  const gross = 1 / ((1 - ICMS) * (1 - PIS - COFINS));
  const all = kwh.inPoint + kwh.interPoint + kwh.outPoint;
  const energy = (['inPoint', 'interPoint', 'outPoint'] as const).reduce((sum, touPeriod) => {
    const { tusd, te } = energyPriceOf(rules, touPeriod);
    return sum + kwh[touPeriod] * (priceToNumber(tusd) + priceToNumber(te));
  }, 0);
  const flag = all * 0.01885 * (YELLOW_DAYS / DAYS) * gross;
  if (rules.modality === 'convencional' || rules.modality === 'branca') {
    const minimum = 100 * 1 * (rules.modality === 'branca' ? 0.8 : 1);
    return Math.max(energy, minimum) * gross + flag;
  }
  const excess = hours.reduce(
    (sum, { active, reactive }) =>
      sum + (reactive > 0 ? Math.max(0, 0.92 * Math.hypot(active, reactive) - active) : 0),
    0,
  );
  const demands =
    rules.modality === 'verde'
      ? [demandByHand(Math.max(kw.inPoint, kw.outPoint), CONTRACTED.outPoint, 20, hours)]
      : [
          demandByHand(
            kw.inPoint,
            CONTRACTED.inPoint,
            50,
            hours.filter(({ touPeriod }) => touPeriod === 'inPoint'),
          ),
          demandByHand(
            kw.outPoint,
            CONTRACTED.outPoint,
            20,
            hours.filter(({ touPeriod }) => touPeriod === 'outPoint'),
          ),
        ];
  const demand = demands.reduce((sum, one) => sum + one, 0);
  return (energy + excess * 0.3) * gross + flag + demand;
}

function demandByHand(
  measured: number,
  contracted: number,
  price: number,
  hours: readonly { readonly active: number; readonly reactive: number }[],
): number {
  const gross = 1 / ((1 - ICMS) * (1 - PIS - COFINS));
  const unused = (Math.max(0, contracted - measured) * price) / (1 - PIS - COFINS);
  const overrun = measured > 1.05 * contracted ? 2 * (measured - contracted) * price * gross : 0;
  const apparent = Math.max(0, ...hours.map(({ active, reactive }) => 0.92 * Math.hypot(active, reactive)));
  const reactive = Math.max(0, apparent - Math.max(measured, contracted)) * price * gross;
  return measured * price * gross + unused + overrun + reactive;
}

const CASES: readonly (readonly [string, ElectricRules, BillingContract])[] = [
  ['Convencional', CONVENCIONAL, CONTRACT_B],
  ['Branca', BRANCA, CONTRACT_B],
  ['Verde', VERDE, { ...CONTRACT_A, demand: single(CONTRACTED.outPoint) }],
  ['Azul', AZUL, { ...CONTRACT_A, demand: perTouPeriod(CONTRACTED.inPoint, CONTRACTED.outPoint) }],
];

describe.each(CASES)('the bill of %s', (_, rules, contract) => {
  test('equals a plain calculation with clocks and floats, within a cent per line', () => {
    const level = fc.integer({ min: 0, max: 20_000_000 });
    fc.assert(
      fc.property(level, level, fc.integer({ min: 1, max: 97 }), (load, swing, step) => {
        const flows: (LocalQuarter & Flow)[] = [];
        const series = quarterSeries(CYCLE, ZONE, (quarter) => {
          const phase = (quarter.index * step) % 97;
          const consumed = Math.round((load * phase) / 97);
          const flow = {
            consumed,
            inductive: Math.round((swing * phase) / 40),
            capacitive: Math.round((swing * (97 - phase)) / 60),
          };
          flows.push({ ...quarter, ...flow });
          return flow;
        });
        const bill = computeBill({
          series,
          cycle: CYCLE,
          zone: ZONE,
          versions: [{ validFrom: EVER, rules }],
          contract: { ...contract, modality: rules.modality, taxes: TAXES },
          flags: FLAGS,
          now: Date.UTC(2030, 0, 1) as Instant,
          since: null,
        });
        expect(bill.missing).toEqual([]);
        const byHand = billByHand(rules, flows);
        const lines = bill.lines.length + 1;
        expect(bill.total / 100).toBeLessThanOrEqual(byHand + 0.01);
        expect(bill.total / 100).toBeGreaterThanOrEqual(byHand - 0.01 * lines);
      }),
      { numRuns: 40 },
    );
  });
});
