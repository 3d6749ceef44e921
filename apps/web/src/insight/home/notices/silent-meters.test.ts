import { MINUTE_MS } from '@nascente/domain/base/time/zone';
import { expect, it } from 'vitest';
import { aBoard } from '../../../testing/a-board.ts';
import { silentMeters } from '../establishments/establishment-cards.tsx';

const NOW = Date.parse('2026-11-18T12:00:00Z');
const received = (minutesAgo: number, silentAfter: number) =>
  aBoard({
    online: false,
    silentAfter,
    lastSeen: new Date(NOW - minutesAgo * MINUTE_MS).toISOString(),
  });
const isNoticed = (minutesAgo: number, silentAfter = 120) =>
  silentMeters([received(minutesAgo, silentAfter)], NOW).length === 1;

it('reports a silent meter together with its alert: after a quarter-hour, later for slow boards', () => {
  expect([isNoticed(14), isNoticed(16)]).toEqual([false, true]);
  expect([isNoticed(44, 2_700), isNoticed(46, 2_700)]).toEqual([false, true]);
});

it('reports no online or new meter, and lists the longest silence first', () => {
  expect(silentMeters([aBoard({ online: true }), aBoard({ online: false, lastSeen: null })], NOW)).toEqual(
    [],
  );
  const [long, short] = [received(300, 120), received(20, 120)];
  expect(silentMeters([short, long], NOW).map(({ board }) => board)).toEqual([long, short]);
});
