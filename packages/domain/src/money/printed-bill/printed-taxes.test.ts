import { expect, test } from 'vitest';
import { findContract } from './find-contract.ts';
import { readPrintedLines } from './printed-lines.ts';

/** A bill of CPFL with compensated energy, customer removed. */
const CPFL = [
  '0605 Energia Ativa Fornecida - TUSD OUT/23 2.000,000 kWh 0,47425000 948,50 948,50 18,00 170,73 777,77 6,14 28,39 Verde',
  '0601 Energia Ativa Fornecida - TE OUT/23 2.000,000 kWh 0,40689500 813,79 813,79 18,00 146,48 667,31 5,27 24,36 03 Dias',
  '0605 Energ Atv Inj. oUC mPT - TUSD JUL/23 1.165,120 kWh 0,38888702 453,10- 453,10- 3,58- 16,54- Verde',
  '0605 Energ Atv Inj. oUC mPT - TUSD JUN/23 784,880 kWh 0,38888743 305,23- 305,23- 2,41- 11,14-',
  '0601 Energ Atv Inj. oUC mPT - TE JUL/23 1.165,120 kWh 0,40690233 474,09- 474,09- 18,00 85,34- 388,75- 3,07- 14,19-',
  '0601 Energ Atv Inj. oUC mPT - TE JUN/23 784,880 kWh 0,40689018 319,36- 319,36- 18,00 57,48- 261,88- 2,07- 9,56-',
  '0807 Contrib. Custeio IP-CIP Municipal OUT/23 8,63',
].join('\n');

test('detects the tax rates of CPFL from its columns, for any base of each tax', () => {
  const { lines, unread } = readPrintedLines(CPFL);
  expect(unread).toEqual([]);
  expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(21_914);
  expect(lines.map(({ pisCofins }) => pisCofins?.base)).toEqual([
    777.77,
    667.31,
    453.1,
    305.23,
    388.75,
    261.88,
    undefined,
  ]);
  const { trial, lines: found } = findContract(lines, []);
  expect(trial).toMatchObject({ icms: 0.18, pisCofins: 0.0444 });
  const provided = found.filter(({ meaning }) => meaning.part === 'compensation');
  expect(provided.map(({ meaning }) => meaning.side)).toEqual(['tusd', 'tusd', 'te', 'te']);
  expect(
    provided.reduce((sum, { quantity, meaning }) => sum + (meaning.side === 'te' ? Number(quantity) : 0), 0),
  ).toBe(1_950);
});

test.each([
  'Consumo kWh 200,00 0,70 140,00 7,00 140,00 18,00 25,20 0,70',
  'Consumo 10 kWh 0,90 9,00 9,00 0,01 0,04',
  'Consumo 10 kWh 0,90 9,00',
])('reads no PIS and COFINS from other columns: %s', (text) => {
  expect(readPrintedLines(text).lines[0]?.pisCofins).toBeUndefined();
});
