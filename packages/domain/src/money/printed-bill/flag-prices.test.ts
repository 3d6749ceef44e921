import { describe, expect, test } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import { civilMonth } from '../../base/time/civil-month.ts';
import { parsePrice } from '../../base/units/price.ts';
import type { FlagMonths, FlagName } from '../../sites/tariffs/billing-contract.ts';
import { chargedLine, linesOf, stored } from '../testing/printed-bill.ts';
import { BRANCA, CONVENCIONAL, VERDE } from '../testing/rules-facts.ts';
import { findContract } from './find-contract.ts';
import { FULL_MONTH_FLAGS, flagPricesOn } from './flag-prices.ts';

const flagsOf = (...months: readonly (readonly [string, FlagName, string])[]): FlagMonths =>
  new Map(months.map(([month, name, price]) => [civilMonth(month), { name, price: parsePrice(price) }]));
const YELLOW = 0.01885;
const RED = 0.04463;
const MONTHS = flagsOf(['2026-05', 'amarela', String(YELLOW)], ['2026-06', 'vermelha-1', String(RED)]);
/** The last day of a cycle of 33 days: 15 in May and 18 in June. */
const LAST = civilDate('2026-06-18');
const TARIFFS = [stored('convencional', CONVENCIONAL), stored('branca', BRANCA), stored('verde', VERDE)];
const found = (bill: Parameters<typeof linesOf>[0]) =>
  findContract(linesOf(bill), TARIFFS, { flags: flagPricesOn(LAST, MONTHS) });

describe('flags in force on some days of a cycle', () => {
  test('detects mixed flags inside the energy price', () => {
    const flag = (YELLOW * 15 + RED * 18) / 33;
    const it = found([
      chargedLine('Consumo ponta', 9123, 2 + flag),
      chargedLine('Consumo intermediário', 8123, 1.2 + flag),
      chargedLine('Consumo fora ponta', 71_234, 0.8 + flag),
    ]);
    expect(it).toMatchObject({ tariff: { id: 'branca' }, flag: 'price', trial: { icms: 0.18 } });
    expect(it.lines.every(({ computed, line }) => computed === line.amount)).toBe(true);
  });

  test('detects mixed flags on separate lines, each with its price', () => {
    const it = found([
      chargedLine('Consumo ponta', 9123, 2),
      chargedLine('Consumo fora ponta', 71_234, 0.4),
      chargedLine('Demanda', 100, 20),
      chargedLine('Adicional bandeira amarela', 80_357, (YELLOW * 15) / 33),
      chargedLine('Adicional bandeira vermelha patamar 1', 80_357, (RED * 18) / 33),
    ]);
    expect(it).toMatchObject({ tariff: { id: 'verde' }, flag: 'line' });
    expect(it.lines.every(({ computed, line }) => computed === line.amount)).toBe(true);
  });

  test('matches no tariff to a bill with other days', () => {
    const flag = (YELLOW * 7 + RED * 26) / 33;
    const it = found([
      chargedLine('Consumo ponta', 91_234, 2 + flag),
      chargedLine('Consumo intermediário', 81_234, 1.2 + flag),
      chargedLine('Consumo fora ponta', 712_345, 0.8 + flag),
    ]);
    expect(it.tariff).toBeNull();
  });
});

test('computes no amount for a flag line without kWh, and still matches the tariff', () => {
  const it = found([
    chargedLine('Consumo ponta', 9123, 2),
    chargedLine('Consumo fora ponta', 71_234, 0.4),
    chargedLine('Demanda', 100, 20),
    ['Bandeira amarela', null, null, 12],
    ['Bandeira vermelha', 0, null, 0],
  ]);
  expect(it.tariff?.id).toBe('verde');
  expect(it.lines.slice(3).map(({ computed }) => computed)).toEqual([null, 0]);
});

test('tries only complete months for unknown months and for a single flag', () => {
  expect(flagPricesOn(LAST, flagsOf(['2026-06', 'vermelha-1', String(RED)]))).toEqual(FULL_MONTH_FLAGS);
  const green = flagsOf(['2026-05', 'verde', '0'], ['2026-06', 'verde', '0']);
  expect(flagPricesOn(LAST, green)).toEqual(FULL_MONTH_FLAGS);
  expect(flagPricesOn(LAST, MONTHS).inPrice.length).toBe(FULL_MONTH_FLAGS.inPrice.length + 7);
});
