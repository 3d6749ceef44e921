import { expect, test } from 'vitest';
import { printedTotalAmong } from './page-lines.ts';

test.each([
  [['Consumo 10 kWh 9,00', 'TOTAL 219,14'], 21_914],
  [['TOTAL DISTRIBUIDORA 210,51', 'Total a pagar R$ 219,14', 'TOTAL 1,00'], 21_914],
  [['Total Consolidado 219,14', 'SUBTOTAL 7,00'], 21_914],
  [['Valor total da nota: R$ 1.219,14'], 121_914],
  [['Total a pagar', 'TOTAL 219,14'], 21_914],
  [['SUBTOTAL 7,00', 'Total de tributos 4,00', 'COSIP 1,00'], null],
])('reads in %j the total %s', (texts, total) => {
  expect(printedTotalAmong(texts)).toBe(total);
});
