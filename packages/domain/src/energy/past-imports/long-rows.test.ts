import { describe, expect, it } from 'vitest';
import { openText, readText } from './testing/open-text.ts';

const DAYS = ['03/03/2025;24,5', '04/03/2025;12', '05/03/2025;36'];
const daily = ['Data;Consumo (kWh)', ...DAYS].join('\n');
const spreadOf = (text: string, isWater = false) =>
  readText(text, { ...openText(text, isWater).reading, longRows: 'spread' });
const totalOf = ({ quarters }: ReturnType<typeof spreadOf>): number =>
  [...quarters.values()].reduce((sum, { consumedA, volume }) => sum + consumedA + volume, 0) / 1_000_000;
const at = (iso: string): number => Date.parse(iso);

describe('rows longer than an hour', () => {
  it('refuses long rows, unless the user chooses to spread them', () => {
    expect(openText(daily).found).toMatchObject({ refusals: [{ reason: 'long', rows: 3 }] });
    const found = spreadOf(daily);
    expect(found.refusals).toEqual([]);
    expect(totalOf(found)).toBe(72.5);
    expect(found.quarters.size).toBe(288);
    expect(found.estimated).toEqual(new Set(found.quarters.keys()));
    expect(Math.min(...found.quarters.keys())).toBe(at('2025-03-03T03:00Z'));
    expect(found.quarters.get(at('2025-03-04T12:00Z'))?.consumedA).toBe(12_000_000 / 96);
  });
  it('spreads rows over complete civil days with clock changes, and over calendar months', () => {
    const summer = ['Data;Consumo (kWh)', '03/11/2018;24', '04/11/2018;23', '05/11/2018;24'].join('\n');
    const found = spreadOf(summer);
    expect(found.quarters.size).toBe(96 + 92 + 96);
    expect(totalOf(found)).toBe(71);
    const months = ['Data;Consumo (kWh)', '01/01/2025;310', '01/02/2025;280', '01/03/2025;300'].join('\n');
    const { quarters } = spreadOf(months);
    expect(quarters.size).toBe((31 + 28 + 31) * 96);
    expect(quarters.get(at('2025-02-28T12:00Z'))?.consumedA).toBeCloseTo(280_000_000 / 28 / 96, -1);
  });
  it('treats long rows beside shorter rows of the same time as their sums', () => {
    const hours = Array.from({ length: 24 }, (_, hour) => {
      const two = (number: number) => String(number).padStart(2, '0');
      return `03/03/2025 ${two(hour)}:00;${hour === 23 ? '04/03/2025 00' : `03/03/2025 ${two(hour + 1)}`}:00;1`;
    });
    const text = [
      'Início;Fim;Consumo (kWh)',
      ...hours,
      '03/03/2025 06:30;03/03/2025 18:30;12',
      '04/03/2025 00:00;05/03/2025 00:00;48',
    ].join('\n');
    const found = spreadOf(text);
    expect(found.refusals).toEqual([{ reason: 'long', rows: 1, lines: [26] }]);
    expect(totalOf(found)).toBe(72);
    expect(found.estimated.size).toBe(96);
  });
  it('marks values of an own export as estimated again', () => {
    const row = (hour: number, share: string) =>
      `03/03/2025 0${hour}:00;03/03/2025 0${hour + 1}:00;1,5;${share}`;
    const text = [
      'Início (America/Sao_Paulo);Fim (America/Sao_Paulo);Consumo (kWh);Estimado (%)',
      row(0, '100'),
      row(1, '0'),
      row(2, '12,5'),
    ].join('\n');
    const { reading, found } = openText(text);
    expect(reading.values.map(({ column }) => column)).toEqual([2]);
    expect(reading.estimatedColumn).toBe(3);
    expect(found.quarters.size).toBe(12);
    const hours = new Set([...found.estimated].map((start) => (start - at('2025-03-03T03:00Z')) / 3_600_000));
    expect([...hours]).toEqual([0, 0.25, 0.5, 0.75, 2, 2.25, 2.5, 2.75]);
    expect(readText(text, { ...reading, estimatedColumn: null }).estimated.size).toBe(0);
  });
  it('spreads the steps between register values', () => {
    const text = [
      'Data;Leitura (m³)',
      ...[100, 101.5, 101.9, 104].map((m, day) => `0${day + 1}/03/2025 08:00;${String(m).replace('.', ',')}`),
    ].join('\n');
    expect(openText(text, true).found.refusals).toMatchObject([{ reason: 'long', rows: 4 }]);
    const found = spreadOf(text, true);
    expect(totalOf(found)).toBe(4);
    expect(found.estimated.size).toBe(288);
    expect(found.quarters.get(at('2025-03-01T11:00Z'))?.volume).toBe(1_500_000 / 96);
  });
});
