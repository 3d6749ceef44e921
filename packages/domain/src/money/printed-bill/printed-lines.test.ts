import { expect, test } from 'vitest';
import { readPrintedLines } from './printed-lines.ts';

const one = (text: string) => readPrintedLines(text).lines[0];

test.each([
  ['Consumo Ponta 1.774 kWh 2,689175 4.770,59', 'Consumo Ponta', 1774, 2.689175, 477_059],
  ['Consumo Ponta kWh 1.774 2,689175 4.770,59 0,00 20,00 954,11', 'Consumo Ponta', 1774, 2.689175, 477_059],
  ['Demanda; 65,141; kW; 23,6956; 1.543,55', 'Demanda', 65.141, 23.6956, 154_355],
  ['Energia injetada TE GD I -682 kWh 0,298035 -203,26', 'Energia injetada TE GD I', -682, 0.298035, -20_326],
  ['Demanda 210,67 kW 10.496,91', 'Demanda', 210.67, null, 1_049_691],
  // A price typed with two decimals is not read as the amount.
  ['Demanda 86 kW 27,70 2.382,20', 'Demanda', 86, 27.7, 238_220],
  ['Consumo TE 100 kWh 0,30 30,00', 'Consumo TE', 100, 0.3, 3000],
  ['Demanda 210,67 kW 10.496,91 0,00', 'Demanda', 210.67, null, 1_049_691],
  ['COSIP 42,47', 'COSIP', null, null, 4247],
  // A dash is an empty column; a code with dashes belongs to the name of the line.
  ['Acrésc. Band Vermelha kWh - - 12,00 0,60 12,00 18,00 2,16', 'Acrésc. Band Vermelha', null, null, 1200],
  ['Acrésc. Bd Vermelha-P2 kWh - 4,00', 'Acrésc. Bd Vermelha-P2', null, null, 400],
  ['Ilum. Púb. Municipal - - - 30,00', 'Ilum. Púb. Municipal', null, null, 3000],
  ['Itaipu-A21-L10438/02 - - - -15,00', 'Itaipu-A21-L10438/02', null, null, -1500],
  ['Consumo-TUSD kWh 200,00 0,70 140,00 7,00 140,00 18,00', 'Consumo-TUSD', 200, 0.7, 14_000],
  [
    '0605 Energ Atv Inj. oUC mPT - TUSD JUN/23 784,880 kWh 0,38888743 305,23- 305,23- 2,41-',
    'Energ Atv Inj. oUC mPT - TUSD JUN/23',
    784.88,
    0.38888743,
    -30_523,
  ],
  [
    '0807 Contrib. Custeio IP-CIP Municipal OUT/23 8,63',
    'Contrib. Custeio IP-CIP Municipal OUT/23',
    null,
    null,
    863,
  ],
  ['PIS/PASEP 1,05% 454,70', 'PIS/PASEP 1,05%', null, null, 45_470],
  ['Bônus R$ 10,13-', 'Bônus', null, null, -1013],
  ['Crédito APCEI 07/2026 - R$ 24.179,40', 'Crédito APCEI 07/2026', null, null, -2_417_940],
])('reads the printed line %s', (text, label, quantity, price, amount) => {
  expect(one(text)).toEqual({ label, quantity, price, amount });
});

test('reports unread lines, except empty lines', () => {
  expect(readPrintedLines('Itens da fatura\n\nCOSIP 42,47\n  \n1.774').unread).toEqual([
    'Itens da fatura',
    '1.774',
  ]);
});

test.each([
  'Multa 999.999.999.999.999,00',
  'Consumo 99999999999999999999 kWh 1,00 99999999999999999999,00',
  'Consumo 10 kWh 99999,123456 12,00',
  'Consumo 9.999.999.999 kWh 12,00',
])('refuses an implausible line: %s', (text) => {
  expect(readPrintedLines(text)).toEqual({ lines: [], unread: [text] });
});
