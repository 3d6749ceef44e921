import type { AnsweredFrame } from '@nascente/contract/telemetry/readings';
import { instant } from '@nascente/domain/base/time/zone';
import { blankFrame } from '@nascente/domain/telemetry/frames/frame';
import { expect, it } from 'vitest';
import { aBoard } from '../../testing/a-board.ts';
import { type LiveMeter, RESTING } from '../live-meters.ts';
import { meterNow } from './use-meter-now.ts';

const NOW = Date.UTC(2026, 10, 20, 15);
const frame = { ...blankFrame('tri', instant(NOW - 180_000)), wa: 3210, wb: 2740.4, wc: 2470 };
const live: LiveMeter = { link: 'connected', frame, receivedAt: NOW, connectedAt: NOW };
const last = { ...frame, wa: 100, wb: null, wc: null } as unknown as AnsweredFrame;
const shown = (overrides: Partial<Parameters<typeof meterNow>[0]>) => {
  const { text, ...rest } = meterNow({ board: aBoard(), live: RESTING, last: null, now: NOW, ...overrides });
  return { text: text.replace(/\u00a0/g, ' '), ...rest };
};

it('sums the measured phases', () => {
  expect(shown({ live })).toEqual({ isLive: true, text: '8,42 kW', since: null });
});

it('shows the flow of a water meter', () => {
  const water = { ...live, frame: { ...blankFrame('water', instant(NOW)), flow: 1.25 } };
  expect(shown({ board: aBoard({ type: 'water' }), live: water }).text).toBe('1,3 L/min');
});

it('shows generation of an inverter as positive, and injection of a general meter as negative', () => {
  const generating = { ...live, frame: { ...blankFrame('mono', instant(NOW)), wa: -1840 } };
  const of = (isGeral: boolean) =>
    shown({ board: aBoard({ isGeral, solarPanel: true, model: 'mono' }), live: generating }).text;
  expect(of(false)).toBe('1,84 kW');
  expect(of(true)).toBe('−1,84 kW');
});

it('shows the stored value until the feed brings one', () => {
  expect(shown({ last }).text).toBe('0,10 kW');
  expect(shown({ last, live }).text).toBe('8,42 kW');
});

it('shows since when a meter is silent instead of its last value', () => {
  const silent = shown({ live: { ...live, receivedAt: NOW - 121_000 } });
  expect(silent).toMatchObject({ isLive: false, text: 'sem mensagem' });
  expect(silent.since?.replace(/\u00a0/g, ' ')).toBe('há 3 min');
});

it('shows the silence of a meter that was silent before the screen opened', () => {
  const board = aBoard({ online: false, lastSeen: '2026-11-20T13:00:00Z' });
  expect(shown({ board }).since?.replace(/\u00a0/g, ' ')).toBe('há 2 h');
});

it('shows no time for a meter that never sent a message', () => {
  expect(shown({ board: aBoard({ online: false, lastSeen: null }) })).toMatchObject({
    text: 'sem mensagem',
    since: null,
  });
});

it('shows the value as not live while disconnected', () => {
  const gone = shown({ live: { ...live, link: 'disconnected' } });
  expect(gone).toMatchObject({ isLive: false, text: '8,42 kW' });
});

it('never shows a missing measurement as zero', () => {
  expect(shown({ live: { ...live, frame: blankFrame('tri', instant(NOW)) } }).text).toBe('–');
});
