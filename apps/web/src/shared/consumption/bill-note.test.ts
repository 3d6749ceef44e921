import { expect, it } from 'vitest';
import { billNoteText, establishmentBillNoteText } from './bill-note.tsx';

const cycle = { basis: 'contract', energyCost: 6638.12, fixedCost: 1886.3 } as const;

it('shows which part of the bill is not in its days', () => {
  expect(billNoteText({ cycle, unit: 'money' })).toBe(
    'Fatura: R$\u00a06.638,12 de consumo e R$\u00a01.886,30 de outras linhas, que não estão nos dias.',
  );
});

it('reports for a part that the fixed lines are only in the bill', () => {
  const part = { basis: 'energy', energyCost: 80, fixedCost: 0 } as const;
  expect(billNoteText({ cycle: part, unit: 'money' })).toBe(
    'Energia deste medidor, pelos preços da fatura do estabelecimento: as outras linhas estão só na fatura.',
  );
  expect(billNoteText({ cycle: part, unit: 'energy' })).toBeNull();
});

it.each([
  ['in kWh', { cycle, unit: 'energy' }],
  ['by a tariff alone', { cycle: { basis: 'tariff', energyCost: 80, fixedCost: 0 }, unit: 'money' }],
  ['without fixed lines', { cycle: { ...cycle, fixedCost: 0 }, unit: 'money' }],
] as const)('shows no note %s', (_, requested) => {
  expect(billNoteText(requested)).toBeNull();
});

it('explains the prices of meters with several tariffs', () => {
  const tariff = { basis: 'tariff', energyCost: 163.77, fixedCost: 0 } as const;
  const prices = { inPoint: 1, interPoint: 1, outPoint: 1 };
  expect(establishmentBillNoteText({ cycle: { ...tariff, prices: null }, unit: 'money' })).toBe(
    'Os medidores têm tarifas diferentes: cada kWh custa o preço da tarifa do medidor que o mediu.',
  );
  expect(establishmentBillNoteText({ cycle: { ...tariff, prices }, unit: 'money' })).toBeNull();
  expect(establishmentBillNoteText({ cycle: { ...tariff, prices: null }, unit: 'energy' })).toBeNull();
});
