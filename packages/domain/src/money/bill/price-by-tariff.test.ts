import { expect, test } from 'vitest';
import type { MeasuredCycle } from '../../energy/measured-cycle/measured-cycle.ts';
import type { TariffRules } from '../../sites/tariffs/tariff-rules.ts';
import { CONTRACT_B, flagMonths, measuredFacts, price } from '../testing/bill-facts.ts';
import { priceByTariff, priceCycle, scaleShare } from './price-cycle.ts';

const simple = (inPoint: string, outPoint: string): TariffRules => ({
  modality: 'simple',
  inPoint: price(inPoint),
  interPoint: price(outPoint),
  outPoint: price(outPoint),
});
const kwh = (rules: TariffRules, inPoint: number, outPoint: number): MeasuredCycle =>
  measuredFacts({ rules, consumed: { inPoint, outPoint } });

test('prices each kWh without a contract by its meter, and reports unpriced consumption', () => {
  const [flat, peaky] = [simple('1', '1'), simple('2', '0.5')];
  const all = { ...kwh(flat, 30, 150), presentQuarters: 2879 };
  const complete = priceCycle(all, { contract: CONTRACT_B, flags: flagMonths({}) });
  const unpriced = kwh(flat, 0, 7);
  const bill = priceByTariff(complete, all, [
    { name: 'Um', measured: kwh(flat, 10, 90) },
    { name: 'Dois', measured: kwh(peaky, 20, 53) },
    {
      name: 'Três',
      measured: { ...unpriced, intervals: unpriced.intervals.map((one) => ({ ...one, version: null })) },
    },
  ]);
  expect(bill.lines.map(({ label, amount }) => [label, amount])).toEqual([
    ['Consumo – Um', 10_000],
    ['Consumo ponta – Dois', 4_000],
    ['Consumo fora ponta – Dois', 2_650],
  ]);
  expect(bill.total).toBe(16_650);
  expect(bill.missing).toEqual([
    'Faltam 1 de 2.880 medições de 15 minutos: o consumo real pode ser maior.',
    'Falta a tarifa de 01/06/2026 a 30/06/2026: 7,0 kWh ficaram sem preço.',
  ]);
});

test('scales a tariff share to other quantities', () => {
  const share = { name: 'Um', measured: kwh(simple('1', '1'), 10, 90) };
  const [interval] = scaleShare(share, { inPoint: 2, interPoint: 1, outPoint: 0.5, volume: 1 }).measured
    .intervals;
  expect(interval?.consumed).toEqual({ inPoint: 20e6, interPoint: 0, outPoint: 45e6 });
});
