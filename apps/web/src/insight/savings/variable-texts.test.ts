import { civilDate } from '@nascente/domain/base/time/civil-day';
import { readDayValues } from '@nascente/domain/insight/savings/day-values';
import { expect, it } from 'vitest';
import { understoodText, variableCsv } from './variable-texts.ts';

it('writes a file that it can read again', () => {
  const values = [
    { date: civilDate('2026-01-01'), value: 1234.5 },
    { date: civilDate('2026-01-02'), value: 7 },
  ];
  const text = variableCsv('production', 'mil "peças"; dia', values);
  expect(text).toBe('\uFEFFDia;"Produção (mil ""peças""; dia)"\r\n01/01/2026;1234,5\r\n02/01/2026;7\r\n');
  const read = readDayValues(text, { kind: 'production', last: civilDate('2026-02-01') });
  expect(read).toEqual({ values, refused: [], title: 'Produção (mil "peças"; dia)', decimal: ',' });
});

it('describes the values of a production without a unit', () => {
  const read = readDayValues('Dia;Peças\n01/01/2026;10\n02/01/2026;10', {
    kind: 'production',
    last: civilDate('2026-02-01'),
  });
  expect(understoodText(read, '')).toContain(': de 10,0 a 10,0, em média 10,0. Lidos com');
});
