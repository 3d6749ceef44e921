import { DAY_MS, HOUR_MS, type Zone } from '@nascente/domain/base/time/zone';
import { describe, expect, it } from 'vitest';
import { MAX_MS } from '../../shared/explorer/plot/viewport.ts';
import { addressOf, comparedWord, laterMsOf, stateFrom } from './explore-state.ts';

const NOW = Date.parse('2026-11-20T15:00:00Z');
const MAC = 'A4:CF:12:00:0B:01';
const ZONE = 'America/Sao_Paulo' as Zone;
const from = (search: string) => stateFrom(new URLSearchParams(search), NOW);

describe('the address of the Explorer', () => {
  it('contains the complete state of the view, and writes it again unchanged', () => {
    const state = from(
      `ver=${MAC}~power,${MAC}~voltageB&de=2026-11-01T00:00:00Z&ate=2026-11-08T00:00:00Z&comparar=7&eixos=separados&fundo=nao&notas=nao`,
    );
    expect(state).toEqual({
      wanted: [
        { mac: MAC, quantity: 'power' },
        { mac: MAC, quantity: 'voltageB' },
      ],
      view: { from: Date.parse('2026-11-01T00:00:00Z'), to: Date.parse('2026-11-08T00:00:00Z') },
      compared: { days: 7 },
      isApart: true,
      isShaded: false,
      hasNotes: false,
    });
    const names = Object.entries(addressOf(state)).flatMap(([name, value]) =>
      value === null ? [] : [[name, value]],
    );
    expect(stateFrom(new URLSearchParams(names), NOW)).toEqual(state);
  });

  it('shows the last seven days when it is empty or invalid', () => {
    const view = { from: NOW - 7 * DAY_MS, to: NOW };
    expect(from('')).toMatchObject({ wanted: [], view, compared: null, isApart: false, isShaded: true });
    expect(from('ver=x~power,zz&de=x&ate=2026&comparar=3&eixos=9')).toMatchObject({
      wanted: [],
      view,
      compared: null,
    });
    expect(from('de=2026-11-08T00:00:00Z&ate=2026-11-01T00:00:00Z').view).toEqual(view);
    expect(from('comparar=2026-02-30').compared).toBeNull();
  });

  it('shows the last years of a period longer than the maximum', () => {
    const { view } = from('de=2015-01-01T00:00:00Z&ate=2026-11-20T15:00:00Z');
    expect(view).toEqual({ from: NOW - MAX_MS, to: NOW });
    expect(MAX_MS).toBeGreaterThan(4 * 365 * DAY_MS);
  });

  it('shows only a part of the view in the future', () => {
    expect(from('de=2030-01-01T00:00:00Z&ate=2030-01-05T00:00:00Z').view.from).toBeLessThan(NOW);
  });
});

describe('a comparison laid over the curve', () => {
  const view = { from: Date.parse('2018-02-20T03:00:00Z'), to: Date.parse('2018-02-22T03:00:00Z') };

  it('shifts by days of the local clock, also across a change of clocks', () => {
    // Summer time ended on 18 February 2018: the week before began an hour earlier.
    expect(laterMsOf({ days: 7 }, view, ZONE)).toBe(7 * DAY_MS + HOUR_MS);
    expect(laterMsOf({ days: 1 }, view, ZONE)).toBe(DAY_MS);
  });

  it('a comparison may begin on any earlier day, and is omitted when it is later', () => {
    const state = from('comparar=2018-02-10');
    expect(state.compared).toEqual({ day: '2018-02-10' });
    expect(laterMsOf(state.compared, view, ZONE)).toBe(10 * DAY_MS + HOUR_MS);
    expect(laterMsOf(from('comparar=2018-02-20').compared, view, ZONE)).toBeNull();
    expect(laterMsOf(null, view, ZONE)).toBeNull();
    expect([comparedWord(null), comparedWord({ days: 7 }), comparedWord(state.compared)]).toEqual([
      '',
      'semana anterior',
      'desde 10/02/2018',
    ]);
  });
});
