import { expect, it } from 'vitest';
import { basisText, changeOf, changeText, declinedText } from './comparison-card.tsx';

it('shows a change as text', () => {
  expect([0.042, -0.12, 0.0004, 1.5].map(changeText)).toEqual([
    '4,2% a mais',
    '12% a menos',
    'o mesmo',
    '150% a mais',
  ]);
});

const days = { start: '', end: '', total: 18_664, cost: 18_664, completeness: 1, workingDays: 20 };
const alike = { hours: 1234, ofHours: 1300, current: 410, other: 400, currentCost: 448.5, otherCost: 445 };
const other = { ...days, total: 445, cost: 445, alike, change: 0.025 };
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

it('shows the compared amounts, not those of the complete periods, and differing working days', () => {
  expect(plain(basisText(days, other, 'money', 'eletric'))).toBe(
    'R$ 448,50 contra R$ 445,00 nas 1.234 horas que os dois mediram por inteiro.',
  );
  expect(plain(basisText(days, other, 'energy', 'eletric'))).toMatch(/^410,0 kWh contra 400,0 kWh nas/);
  expect(basisText(days, { ...other, workingDays: 1 }, 'money', 'eletric')).toMatch(
    /20 dias úteis agora, 1 dia útil antes\.$/,
  );
});

it('returns the change of the quantity on screen, and null with too few hours', () => {
  expect(changeOf(other, 'money')).toBeCloseTo(448.5 / 445 - 1, 12);
  expect(changeOf(other, 'energy')).toBeCloseTo(0.025, 12);
  expect(changeOf({ ...other, alike: { ...alike, otherCost: null } }, 'money')).toBeCloseTo(0.025, 12);
  expect(changeOf({ ...other, change: null }, 'money')).toBeNull();
});

it('explains in text why an overlap below half is not compared', () => {
  const few = { ...other, alike: { ...alike, hours: 123, ofHours: 436 }, change: null };
  expect(plain(declinedText(few))).toBe(
    'Só 123 das 436 horas foram medidas por inteiro nos dois períodos: menos da metade é pouco para comparar.',
  );
  expect(declinedText({ ...few, alike: { ...alike, hours: 0 } })).toMatch(/^Sem medições/);
  expect(declinedText({ ...few, alike: { ...alike, other: 0 } })).toMatch(/^Sem consumo antes/);
  expect(declinedText({ ...few, alike: { ...alike, hours: 1 } })).toMatch(/^Só 1 das .* foi medida/);
});
