import type { Apportionment } from '@nascente/contract/money/apportionment';
import { expect, it } from 'vitest';
import { apportionmentCsv } from './apportionment-page.tsx';

const part = { kind: 'meter', id: '1', macAddress: 'AA:BB:CC:DD:EE:01', completeness: 1 } as const;

const shared: Apportionment = {
  type: 'eletric',
  by: 'meters',
  establishmentName: 'Padaria',
  start: '2026-11-01',
  end: '2026-11-30',
  previousCycle: { start: '2026-10-01', end: '2026-10-31' },
  nextCycle: null,
  total: 1234.5,
  source: 'bill',
  computedTotal: 1234.5,
  fixed: 34.5,
  consumed: 1000,
  completeness: 1,
  parts: [
    { ...part, name: 'Forno; "novo"', total: 800.5, share: 0.8005, energy: 960.6, amount: 988.22 },
    { ...part, name: '=1+1', total: 0, share: 0, energy: 0, amount: 0 },
  ],
  rest: {
    unmeasured: 199.5,
    share: 0.1995,
    energy: 239.4,
    unmeasuredAmount: 246.28,
    fixed: 0,
    unshared: 0,
    amount: 246.28,
  },
  notes: [],
};

it('writes a table for Brazilian spreadsheets: `;`, decimal comma, UTF-8 with its mark', () => {
  expect(apportionmentCsv(shared)).toBe(
    [
      '\uFEFF"Nome";"MAC";"Consumo (kWh)";"Parte (%)";"Energia (R$)";"Valor (R$)"',
      '"Forno; ""novo""";"AA:BB:CC:DD:EE:01";800,500;80,05;960,60;988,22',
      `"'=1+1";"AA:BB:CC:DD:EE:01";0,000;0,00;0,00;0,00`,
      '"Restante";"";199,500;19,95;239,40;246,28',
      '"Total";"";1000,000;;;1234,50',
      '',
    ].join('\r\n'),
  );
});

it('leaves unknown amounts empty, and counts water in m³', () => {
  const text = apportionmentCsv({
    ...shared,
    type: 'water',
    total: null,
    parts: [],
    rest: { ...shared.rest, amount: null },
  });
  expect(text).toContain('"Consumo (m³)"');
  expect(text).toContain('"Total";"";199,500;;;\r\n');
});
