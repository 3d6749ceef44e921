import { describe, expect, it } from 'vitest';
import { openText } from './testing/open-text.ts';
import { comma, dmy, hm, type Slot, slots } from './testing/slots.ts';

const H = slots(60);
const KWH = H.reduce((sum, { kwh }) => sum + kwh, 0);
const isPeak = ({ from }: Slot): boolean => from.getUTCHours() >= 18 && from.getUTCHours() < 21;
const rowsOf = (texts: readonly string[], amount: (slot: Slot, text: string) => number): string[] =>
  H.flatMap((s) => texts.map((text) => `${dmy(s.from)} ${hm(s.from)};${text};${comma(amount(s, text))}`));
const stated = ({ found }: ReturnType<typeof openText>, period: 'peak' | 'offPeak'): number =>
  [...(found.periods?.values() ?? [])].reduce((sum, sums) => sum + sums[period], 0) / 1e6;
const at = (iso: string): number => Date.parse(iso);

describe('rows with one phase or time-of-use period each', () => {
  it('sums rows by phase, and omits a row for all phases', () => {
    const rows = rowsOf(['R', 'S', 'T', 'Total'], ({ kwh }, text) =>
      text === 'Total' ? kwh : text === 'R' ? kwh / 2 : kwh / 4,
    );
    const { total, found, answers } = openText(['Data e hora;Fase;Energia (kWh)', ...rows].join('\n'));
    expect(answers).toEqual([]);
    expect(total.consumed).toBeCloseTo(KWH, 1);
    expect(found.refusals).toMatchObject([{ reason: 'quantity', rows: 48 }]);
    const first = found.quarters.get(at('2025-03-04T03:00Z'));
    expect([first?.consumedA, first?.consumedB, first?.consumedC]).toEqual([12_750, 6_250, 6_250]);
    expect(found.periods).toBeNull();
  });
  it('sums rows by time-of-use period, including register rows', () => {
    const amount = (s: Slot, text: string): number => (isPeak(s) === (text === 'P') ? s.kwh : 0);
    const each = openText(['Data e hora;Posto;kWh', ...rowsOf(['P', 'FP'], amount)].join('\n'));
    const peak = H.filter(isPeak).reduce((sum, { kwh }) => sum + kwh, 0);
    expect(each.answers).toEqual([]);
    expect(each.total.consumed).toBeCloseTo(KWH, 6);
    expect(stated(each, 'peak')).toBeCloseTo(peak, 6);
    expect(stated(each, 'offPeak')).toBeCloseTo(KWH - peak, 6);
    const levels = { P: 512_000, FP: 90_000 };
    const registers = rowsOf(['P', 'FP'], (s, text) => {
      const level = levels[text as 'P' | 'FP'];
      levels[text as 'P' | 'FP'] += amount(s, text);
      return level;
    });
    const read = openText(['Data e hora;Posto;Leitura (kWh)', ...registers].join('\n'));
    expect(read.answers).toEqual([]);
    const last = H.at(-1)?.kwh ?? 0;
    expect(read.total.consumed).toBeCloseTo(KWH - last, 6);
    expect(stated(read, 'peak')).toBeCloseTo(peak, 6);
  });
  it('accepts all rows with one period each and no second row at the same time', () => {
    const rows = H.map(
      (s) =>
        `${dmy(s.from)} ${hm(s.from)};${isPeak(s) ? 'Ponta' : s.n < 3 ? '' : 'Fora de ponta'};${comma(s.kwh)}`,
    );
    const { total, found, answers } = openText(['Data e hora;Posto tarifário;kWh', ...rows].join('\n'));
    expect([answers, found.refusals, found.periods]).toEqual([[], [], null]);
    expect(total.consumed).toBeCloseTo(KWH, 6);
  });
  it('ignores marks when the texts have another meaning', () => {
    const rows = H.map(
      (s) => `${dmy(s.from)} ${hm(s.from)};${s.n % 2 ? 'Reservado' : 'Ponta'};${comma(s.kwh)}`,
    );
    expect(openText(['Data e hora;Posto;kWh', ...rows].join('\n'))).toMatchObject({
      reading: { marks: null },
    });
  });
});
