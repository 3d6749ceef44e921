import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { describe, expect, it } from 'vitest';
import { addressOf, faultsOf, presetsOf, rangeFrom, searchFrom } from './history-search.ts';

const TODAY = '2026-11-20' as CivilDate;

describe('the days of a search', () => {
  it.each([
    ['2026-11-20', '2026-11-20', null, null],
    ['2026-10-21', '2026-11-20', null, null],
    ['2026-10-20', '2026-11-20', null, 'A pesquisa deve ser de no máximo um mês...'],
    ['2026-11-19', '2026-11-18', null, 'A data final deve ser posterior à inicial.'],
    ['2026-11-19', '2026-11-21', null, 'A data final vai até hoje.'],
    ['', '2026-11-20', 'Escolha a data inicial.', null],
    ['2026-02-30', '', 'Escolha a data inicial.', 'Escolha a data final.'],
  ])('reports the errors of a search from %s to %s', (start, end, ofStart, ofEnd) => {
    expect(faultsOf(start, end, TODAY)).toEqual({ start: ofStart, end: ofEnd });
  });

  it('the searched days are today by default, or those of a valid address', () => {
    expect(rangeFrom(null, null, TODAY)).toEqual({ range: { start: TODAY, end: TODAY }, notice: null });
    const range = { start: '2026-11-01', end: '2026-11-05' };
    expect(rangeFrom('2026-11-01', '2026-11-05', TODAY)).toEqual({ range, notice: null });
    const maxLength = { start: '2026-10-21', end: TODAY };
    expect(rangeFrom('2026-10-21', TODAY, TODAY)).toEqual({ range: maxLength, notice: null });
  });

  it('the searched days are the first 31 when the address has more, with a notice', () => {
    expect(rangeFrom('2026-08-01', '2026-10-31', TODAY)).toEqual({
      range: { start: '2026-08-01', end: '2026-08-31' },
      notice:
        'O endereço pede 92 dias (1 ago – 31 out) e a pesquisa mostra no máximo 31: estes são os primeiros.',
    });
  });

  it('the searched days end today when the address ends later, with a notice', () => {
    expect(rangeFrom('2026-11-10', '2026-12-20', TODAY)).toEqual({
      range: { start: '2026-11-10', end: TODAY },
      notice: 'O endereço pede dias que ainda não vieram: as leituras vão até hoje.',
    });
  });

  it.each([
    ['x', 'y'],
    ['2026-11-05', '2026-11-01'],
    ['2026-12-01', '2026-12-05'],
    ['2026-11-01', null],
  ])('the searched days are today when %s to %s cannot be searched, with a notice', (start, end) => {
    expect(rangeFrom(start, end, TODAY)).toEqual({
      range: { start: TODAY, end: TODAY },
      notice: 'O período do endereço não pode ser pesquisado: este é o dia de hoje.',
    });
  });
});

describe('the address of a search', () => {
  it.each(['', 'inicio=2026-11-01&fim=2026-11-05&por=720&pagina=3', 'ultima=hora&por=10', 'pagina=12'])(
    "retains '%s'",
    (text) => {
      expect(addressOf(searchFrom(new URLSearchParams(text), TODAY), TODAY).toString()).toBe(text);
    },
  );

  it('ignores invalid values of the address', () => {
    const search = searchFrom(new URLSearchParams('por=33&pagina=-2&inicio=x&fim=y'), TODAY);
    expect(addressOf(search, TODAY).toString()).toBe('');
  });
});

it('offers the complete last month, across the year and for any length', () => {
  const lastMonth = (today: string) =>
    presetsOf(today as CivilDate).find(({ name }) => name === 'Mês passado')?.range;
  expect(lastMonth('2026-03-31')).toEqual({ start: '2026-02-01', end: '2026-02-28' });
  expect(lastMonth('2028-03-01')).toEqual({ start: '2028-02-01', end: '2028-02-29' });
  expect(lastMonth('2026-01-15')).toEqual({ start: '2025-12-01', end: '2025-12-31' });
});
