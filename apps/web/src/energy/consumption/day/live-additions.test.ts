import { civilDate } from '@nascente/domain/base/time/civil-day';
import { type Instant, instant, parseZone, type Zone } from '@nascente/domain/base/time/zone';
import { describe, expect, it } from 'vitest';
import type { LiveReading } from '../live/live-reading.ts';
import { entered } from './day-card.tsx';
import { additionsTo, pendingReadings } from './day-now.ts';

const at = (iso: string): Instant => instant(Date.parse(iso));
const phase = { voltage: null, current: null, powerFactor: null, power: null };
const reading = (iso: string, consumed = 0.01, injected = 0): LiveReading => ({
  at: at(iso),
  rssi: null,
  phases: [phase, phase, phase],
  flow: null,
  consumed,
  injected,
  volume: consumed / 2,
});
const zoneNamed = (name: string): Zone => {
  const zone = parseZone(name);
  if (zone === null) throw new Error(name);
  return zone;
};
const saoPaulo = zoneNamed('America/Sao_Paulo');

describe('live messages on top of the day', () => {
  const received = ['14:00:00', '14:00:05', '14:00:10'].map((clock) => reading(`2026-11-20T${clock}Z`));

  it('live messages add the readings that the server had not counted when it answered', () => {
    const added = additionsTo(
      civilDate('2026-11-20'),
      saoPaulo,
      'eletric',
      pendingReadings(received, at('2026-11-20T14:00:00Z')),
    );
    expect(added.consumed).toBeCloseTo(0.02);
    expect(added.byHour.get(11)?.consumed).toBeCloseTo(0.02);
  });

  it('live messages are not counted twice after a refetch', () => {
    let ledger: readonly LiveReading[] = [];
    let countedUntil: Instant | null = at('2026-11-20T13:59:55Z');
    let server = 5;
    const total = () =>
      server +
      additionsTo(civilDate('2026-11-20'), saoPaulo, 'eletric', pendingReadings(ledger, countedUntil))
        .consumed;
    for (const one of received) ledger = entered(ledger, one, countedUntil);
    expect(total()).toBeCloseTo(5.03);
    // The refetch holds the first two; the third is still on its way into the total.
    server = 5.02;
    countedUntil = at('2026-11-20T14:00:05Z');
    expect(total()).toBeCloseTo(5.03);
    ledger = entered(ledger, reading('2026-11-20T14:00:15Z'), countedUntil);
    expect(total()).toBeCloseTo(5.04);
    expect(ledger).toHaveLength(2);
    server = 5.04;
    countedUntil = at('2026-11-20T14:00:15Z');
    expect(total()).toBeCloseTo(5.04);
  });

  it('live messages count once when they are repeated, and not at all when they are late', () => {
    const [first] = received;
    if (first === undefined) throw new Error('none');
    const cached = entered([], first, null);
    expect(entered(cached, first, null)).toBe(cached);
    expect(entered([], first, at('2026-11-20T15:00:00Z'))).toEqual([]);
  });

  it('live messages belong to the day of the meter, independent of the browser', () => {
    const around = [
      reading('2026-11-20T15:59:59Z'),
      reading('2026-11-20T16:00:00Z'),
      reading('2026-11-20T16:30:00Z'),
    ];
    const perth = zoneNamed('Australia/Perth');
    expect(additionsTo(civilDate('2026-11-20'), perth, 'eletric', around).consumed).toBeCloseTo(0.01);
    const next = additionsTo(civilDate('2026-11-21'), perth, 'eletric', around);
    expect(next.consumed).toBeCloseTo(0.02);
    expect([...next.byHour.keys()]).toEqual([0]);
  });

  it('live messages separate injection, and count water by its volume', () => {
    const solar = [reading('2026-11-20T14:00:00Z', 0.01, 0.4)];
    expect(additionsTo(civilDate('2026-11-20'), saoPaulo, 'eletric', solar)).toMatchObject({
      consumed: 0.01,
      injected: 0.4,
    });
    expect(additionsTo(civilDate('2026-11-20'), saoPaulo, 'water', solar).consumed).toBe(0.005);
  });
});
