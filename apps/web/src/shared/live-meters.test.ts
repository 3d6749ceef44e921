import { instant } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import { blankFrame, type Frame, formatFrame } from '@nascente/domain/telemetry/frames/frame';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FeedLink } from './live-feed.ts';
import { framesOf } from './live-frames.ts';
import { createLiveMeters } from './live-meters.ts';

const MAC = 'AA:BB:CC:DD:EE:FF' as Mac;
const OTHER = 'AA:BB:CC:DD:EE:00' as Mac;
const NOON = Date.UTC(2026, 10, 20, 15);

let onMessage: (topic: string, text: string) => void;
let onLink: (link: FeedLink) => void;
let onOther: (topic: string) => void;
let received: ReadonlySet<string>[];
let meters: ReturnType<typeof createLiveMeters>;

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  received = [];
  meters = createLiveMeters((parts) => {
    onMessage = (topic, text) => {
      const message = framesOf(topic, text);
      if (message !== null) parts.onFrames(message.mac, message.frames);
    };
    onLink = parts.onLink;
    onOther = parts.onOther;
    return {
      listen: (topics) => received.push(topics),
      wake: () => undefined,
      drop: () => undefined,
      close: () => undefined,
    };
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const line = (at: number, watts: number): string =>
  formatFrame({ ...blankFrame('tri', instant(at)), wa: watts }, MAC);
const arrives = (...lines: string[]) => onMessage(`message/${MAC}`, lines.join('\n'));

it('subscribes both topics of meters that appear together, at once', () => {
  meters.watch(MAC, {});
  meters.watch(OTHER, {});
  meters.watch(MAC, {});
  vi.advanceTimersByTime(100);
  expect(received).toEqual([
    new Set([`message/${MAC}`, `emd3p/${MAC}/message`, `message/${OTHER}`, `emd3p/${OTHER}/message`]),
  ]);
});

it('passes through the states that a screen shows', () => {
  meters.watch(MAC, {});
  expect(meters.current(MAC).link).toBe('connecting');
  onLink('connected');
  expect(meters.current(MAC)).toMatchObject({ link: 'connected', frame: null, receivedAt: null });
  vi.advanceTimersByTime(121_000);
  arrives(line(NOON + 121_000, 400));
  expect(meters.current(MAC)).toMatchObject({
    link: 'connected',
    frame: { wa: 400 },
    receivedAt: NOON + 121_000,
  });
  onLink('disconnected');
  expect(meters.current(MAC)).toMatchObject({ link: 'disconnected', frame: { wa: 400 } });
});

it('delivers a backlog oldest first and shows the newest frame despite late ones', () => {
  const seen: (number | null)[] = [];
  meters.watch(MAC, { onFrame: (frame: Frame) => seen.push(frame.wa) });
  onLink('connected');
  arrives(line(NOON, 3));
  arrives(line(NOON - 2_000, 1), line(NOON - 1_000, 2));
  expect(seen).toEqual([3, 1, 2]);
  expect(meters.current(MAC).frame?.wa).toBe(3);
});

it('counts a reading once when it is delivered twice', () => {
  let count = 0;
  meters.watch(MAC, { onFrame: () => (count += 1) });
  onLink('connected');
  arrives(line(NOON, 3));
  arrives(line(NOON, 3));
  expect(count).toBe(1);
});

it('ignores a malformed line and a line of another board', () => {
  meters.watch(MAC, {});
  onLink('connected');
  arrives('nonsense');
  onMessage(`message/${OTHER}`, line(NOON, 5));
  expect(meters.current(MAC).frame).toBeNull();
});

it('unsubscribes a meter only when no screen returns to it', () => {
  const leave = meters.watch(MAC, {});
  vi.advanceTimersByTime(100);
  leave();
  vi.advanceTimersByTime(4_000);
  const leaveAgain = meters.watch(MAC, {});
  vi.advanceTimersByTime(10_000);
  expect(received).toHaveLength(1);
  leaveAgain();
  vi.advanceTimersByTime(6_000);
  expect(received.at(-1)).toEqual(new Set());
});

it('adds other topics to those of meters, and opens a connection for them only on request', () => {
  const receivedFrames: string[] = [];
  const stop = meters.follow({
    topic: 'alerts/1',
    onNotified: () => receivedFrames.push('riding'),
    opens: false,
  });
  vi.advanceTimersByTime(100);
  expect(received).toEqual([]);
  meters.watch(MAC, {});
  vi.advanceTimersByTime(100);
  expect(received.at(-1)).toEqual(new Set([`message/${MAC}`, `emd3p/${MAC}/message`, 'alerts/1']));
  onOther('alerts/1');
  onOther('alerts/2');
  stop();
  onOther('alerts/1');
  expect(receivedFrames).toEqual(['riding']);
  const close = meters.follow({ topic: 'alerts/3', onNotified: () => undefined, opens: true });
  vi.advanceTimersByTime(100);
  expect(received.at(-1)?.has('alerts/3')).toBe(true);
  close();
  vi.advanceTimersByTime(100);
  expect(received.at(-1)?.has('alerts/3')).toBe(false);
});

it('requests followed data again after each connection', () => {
  let requested = 0;
  meters.follow({
    topic: 'alerts/1',
    onNotified: () => {
      requested += 1;
    },
    opens: true,
  });
  onLink('connecting');
  expect(requested).toBe(0);
  onLink('connected');
  expect(requested).toBe(1);
  onLink('disconnected');
  onLink('connected');
  expect(requested).toBe(2);
});
