import { expect, test } from 'vitest';
import { parsePrice } from '../../base/units/price.ts';
import { readFlagHeader, readFlagRow } from './aneel-reader.ts';
import lines from './fixtures/aneel-lines.json' with { type: 'json' };

const readAll = ([first = '', ...rows]: readonly string[]) => {
  const header = readFlagHeader(first);
  if ('missing' in header) throw new Error(header.missing.join());
  return rows.map((row) => readFlagRow(row, header));
};

test('reads the flag of each month with its price in R$/kWh', () => {
  const rows = readAll(lines.flags);
  expect(rows.slice(0, 3)).toEqual([
    { month: '2026-04', name: 'verde', price: 0n },
    { month: '2026-05', name: 'amarela', price: parsePrice('0.01885') },
    { month: '2026-06', name: 'amarela', price: parsePrice('0.01885') },
  ]);
  expect(rows.slice(-2)).toMatchObject([
    { name: 'escassez-hidrica', price: parsePrice('0.142') },
    { name: 'vermelha-2' },
  ]);
});

test('reads the prices of the flags from their first month', () => {
  expect(readAll(lines.flagPrices).at(-1)).toEqual({
    month: '2024-04',
    name: 'vermelha-2',
    price: parsePrice('0.07877'),
  });
});

test('reports the missing columns of another file', () => {
  expect(readFlagHeader(lines.tariffs[0] as string)).toEqual({
    missing: ['DatVigencia', 'NomBandeiraAcionada', 'VlrAdicionalBandeiraRSMWh'],
  });
});

test.each([
  ['2026-05-01;Amarela', 'field-count'],
  ['01/05/2026;Amarela;18,85', 'bad-date'],
  ['2026-05-01;Roxa;18,85', 'unknown-flag'],
  ['2026-05-01;Amarela;18.85', 'bad-price'],
  // R$/kWh, and R$ per 100 kWh, instead of R$/MWh.
  ['2026-05-01;Amarela;0,01885', 'implausible-price'],
  ['2026-05-01;Amarela;1,885', 'implausible-price'],
  ['2026-05-01;Vermelha P1;4463,00', 'implausible-price'],
  ['2026-05-01;Verde;18,85', 'implausible-price'],
])('reads %s: %s', (line, reason) => {
  expect(readAll(['DatCompetencia;NomBandeiraAcionada;VlrAdicionalBandeira', line])).toEqual([reason]);
});
