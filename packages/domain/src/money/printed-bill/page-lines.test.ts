import fc from 'fast-check';
import { expect, test } from 'vitest';
import { billLinesAmong, linesOfPage, type PlacedText } from './page-lines.ts';

const at = (text: string, x: number, y: number, width = text.length * 5): PlacedText => ({
  text,
  x,
  y,
  width,
  height: 10,
});

test('joins text at one height into a line, from left to right', () => {
  expect(
    linesOfPage([
      at('2.382,20', 300, 699),
      at('Demanda', 20, 700),
      at('86', 150, 701),
      at('kW', 170, 700),
      at('COSIP', 20, 680),
      at(' ', 50, 680),
      at('42', 300, 680, 10),
      at(',47', 310.5, 680),
    ]),
  ).toEqual(['Demanda 86 kW 2.382,20', 'COSIP 42,47']);
});

test('ignores the order of text in the file', () => {
  const pieces = [
    at('Consumo', 10, 90),
    at('10', 80, 90),
    at('kWh', 100, 90),
    at('9,00', 150, 90),
    at('COSIP', 10, 70),
    at('1,00', 150, 70),
  ];
  fc.assert(
    fc.property(fc.shuffledSubarray(pieces, { minLength: 6 }), (shuffled) => {
      expect(linesOfPage(shuffled)).toEqual(['Consumo 10 kWh 9,00', 'COSIP 1,00']);
    }),
  );
});

test('separates the lines of a bill from the text around and between them', () => {
  const page = [
    'Roraima Energia S.A. CNPJ 02.341.470/0001-44',
    'Vencimento 10/07/2026 R$ 23.491,89',
    'Leitura anterior 12.345,00',
    'Consumo Ponta 1.774 kWh 2,689175 4.770,59',
    'Demanda 86 kW 27,70 2.382,20',
    'PIS 1.000,00 1,65% 16,50',
    'Subtotal 7.152,79',
    'Serviço avulso 5,00',
    'Itens financeiros',
    'COSIP 42,47',
    'TOTAL 7.200,26',
    'ICMS 23.449,42 20% 4.689,88',
    'Débito anterior 99,00',
  ];
  expect(billLinesAmong(page)).toEqual([
    'Consumo Ponta 1.774 kWh 2,689175 4.770,59',
    'Demanda 86 kW 27,70 2.382,20',
    'Serviço avulso 5,00',
    'COSIP 42,47',
  ]);
  expect(billLinesAmong(['Serviço avulso 5,00', 'Itens'])).toEqual([]);
});

test('reads PIS and COFINS beside the price as lines, but not a tax table', () => {
  expect(
    billLinesAmong(['Consumo 10 kWh 9,00', 'PIS/PASEP 1,05% 454,70', 'COFINS 100,00 4,84 4,84']),
  ).toEqual(['Consumo 10 kWh 9,00', 'PIS/PASEP 1,05% 454,70']);
});

test('ignores information, a histogram and the payment stub', () => {
  const lines = [
    '0605 Energia Ativa Fornecida - TUSD OUT/23 2.000,000 kWh 0,47425000 948,50 948,50 18,00 170,73',
    '0605 Energ Atv Inj. oUC mPT - TUSD JUL/23 1.165,120 kWh 0,38888702 453,10- 453,10-',
    '0807 Contrib. Custeio IP-CIP Municipal OUT/23 8,63',
  ];
  const around = [
    'Nota fiscal 123.456 Série 1 valor 219,14',
    'Saldo em energia da instalação: convencional 2.000,00 kWh 12,00',
    'OUT/23 2.000 kWh 30 66,70',
    'Participação na geração 100,00',
    'Previsão da próxima leitura 07/11/2023 0,00',
    '83660000002 1 19140004001 2 00000000000 3 00000000000 4 TE 219,14',
    'Beneficiário CPFL Energia 219,14',
  ];
  const [first = '', second = '', third = ''] = lines;
  expect(
    billLinesAmong([...around, first, String(around[2]), second, String(around[1]), third, ...around]),
  ).toEqual(lines);
});
