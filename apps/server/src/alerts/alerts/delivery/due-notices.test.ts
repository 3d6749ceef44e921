import type { AlertPreference } from '@nascente/contract/alerts/alert-notices';
import type { Alert } from '@nascente/contract/alerts/alerts';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { instant } from '@nascente/domain/base/time/zone';
import { describe, expect, it, test } from 'vitest';
import { dueAt, isDue, type Notice } from './notices.ts';

const EVENING = '2026-11-24T00:00:00.000Z';
const NIGHT = '2026-11-24T02:00:00.000Z';
const LATER = '2026-11-24T03:00:00.000Z';
const MORNING = '2026-11-24T10:00:00.000Z';

const alert: Alert = {
  _id: '01a00000-0000-7000-8000-000000000001',
  kind: 'leak',
  severity: 'serious',
  establishment: { _id: '1', name: 'Padaria', zone: 'America/Sao_Paulo' },
  meters: [{ mac: 'AA:BB:CC:DD:EE:01', name: 'Forno' }],
  beganAt: NIGHT,
  endedAt: null,
  toldAt: NIGHT,
  undoneAt: null,
  isLate: false,
  times: 1,
  facts: {
    kind: 'leak',
    since: '2026-11-23' as CivilDate,
    flow: 18,
    perDay: 0.4,
    lost: 0.4,
    costPerDay: null,
    cost: null,
  },
  cost: null,
  acknowledged: null,
  mutedUntil: null,
  isHelpful: null,
};
const preference: AlertPreference = {
  email: 'at-once',
  emailFrom: 'notable',
  pushFrom: 'notable',
  quiet: { from: 22 * 60, until: 7 * 60 },
  throughQuiet: ['urgent'],
  zone: 'America/Sao_Paulo',
};
const noticeOf = (event: Notice['event'], changes: Partial<Notice> = {}): Notice => ({
  alertId: alert._id,
  event,
  endedAt: null,
  repeatedAt: null,
  closedAt: null,
  ...changes,
});
const due = (
  chosen: Partial<AlertPreference>,
  about: Partial<Alert>,
  event: Notice['event'],
  now = NIGHT,
  closedAt: string | null = null,
) => {
  const notice = noticeOf(event, { closedAt });
  const at = dueAt({ ...preference, ...chosen }, { ...alert, ...about }, notice, instant(Date.parse(now)));
  return at === null ? null : new Date(at).toISOString();
};

describe('in quiet hours', () => {
  it.each([
    ['urgent', ['urgent'], NIGHT],
    ['serious', ['urgent'], MORNING],
    ['notable', ['urgent'], MORNING],
    ['urgent', [], MORNING],
    ['urgent', ['serious'], MORNING],
    ['serious', ['serious'], NIGHT],
    ['notable', ['notable', 'serious'], NIGHT],
  ] as const)('what is %s, where %j passes, is told at %s', (severity, through, expected) => {
    expect(due({ throughQuiet: [...through] }, { severity }, 'opened')).toBe(expected);
  });

  it('everything is told at once where there are none', () => {
    expect(due({ quiet: null, throughQuiet: [] }, {}, 'opened')).toBe(NIGHT);
  });

  it('nothing is added to a beginning that waits, but how it ended', () => {
    expect(due({}, {}, 'repeated', LATER)).toBeNull();
    expect(due({}, {}, 'undone', LATER)).toBeNull();
    expect(due({}, {}, 'closed', LATER)).toBe(MORNING);
  });

  it('what began before them goes on to be told when they are over', () => {
    const toldOnce = { toldAt: EVENING };
    expect(due({}, toldOnce, 'repeated', LATER)).toBe(MORNING);
    expect(due({}, toldOnce, 'undone', LATER)).toBe(MORNING);
  });
});

test('an end waits until it has lasted, beyond the quiet hours if need be', () => {
  expect(due({}, { toldAt: EVENING }, 'closed', '2026-11-24T09:30:00.000Z')).toBe('2026-11-24T10:30:00.000Z');
});

describe('that it came back', () => {
  const toldOnce = { toldAt: EVENING };
  const NOON = '2026-11-24T15:00:00.000Z';

  it('is told at once to whom its end was told', () => {
    expect(due({}, toldOnce, 'returned', NOON, MORNING)).toBe(NOON);
    expect(due({ quiet: null }, toldOnce, 'returned', LATER, NIGHT)).toBe(LATER);
  });

  it('waits for the end of the quiet hours where its end was told before them', () => {
    expect(due({}, toldOnce, 'returned', LATER, '2026-11-23T22:00:00.000Z')).toBe(MORNING);
  });

  it('is not told to whom its end waits to be told, nor of what came back at once', () => {
    expect(due({}, toldOnce, 'returned', LATER, NIGHT)).toBeNull();
    expect(due({}, toldOnce, 'returned', NOON)).toBeNull();
  });
});

/** Those of some notices of a story that waited together and are told in the morning. */
const savingOf = (notices: readonly Notice[], about: Partial<Alert>, repeatedAt: string | null = null) =>
  notices
    .filter((notice) => isDue({ alert: { ...alert, ...about }, repeatedAt }, notice))
    .map(({ event, repeatedAt: again }) => again ?? event);

describe('of what waited', () => {
  const repeated = (at: string) => noticeOf('repeated', { repeatedAt: at });

  it('a story that lasts is told once, however often it was repeated', () => {
    expect(savingOf([repeated(NIGHT), repeated(LATER)], {}, LATER)).toEqual([LATER]);
  });

  it('one that is over is told by its end alone', () => {
    const notices = [noticeOf('opened'), repeated(LATER), noticeOf('closed', { endedAt: LATER })];
    expect(savingOf(notices, { endedAt: LATER }, LATER)).toEqual(['closed']);
  });

  it('one that came back is told by its beginning alone', () => {
    expect(savingOf([noticeOf('opened'), noticeOf('closed', { endedAt: LATER })], {})).toEqual(['opened']);
  });

  it('one that came back, after its end was told, is told once', () => {
    const returned = noticeOf('returned', { repeatedAt: NIGHT, closedAt: EVENING });
    expect(savingOf([returned], {}, NIGHT)).toEqual([NIGHT]);
    expect(savingOf([returned, repeated(LATER)], {}, LATER)).toEqual([LATER]);
    const closed = noticeOf('closed', { endedAt: LATER });
    expect(savingOf([returned, closed], { endedAt: LATER }, NIGHT)).toEqual(['closed']);
  });

  it('one that was undone is not told as if it had been', () => {
    const notices = [noticeOf('opened'), noticeOf('closed', { endedAt: LATER }), noticeOf('undone')];
    expect(savingOf(notices, { endedAt: LATER, undoneAt: LATER })).toEqual(['undone']);
  });

  it('what somebody takes care of is not repeated', () => {
    const acknowledged = { at: LATER, by: 'Marina Costa' };
    expect(savingOf([repeated(LATER)], { acknowledged }, LATER)).toEqual([]);
  });

  it('what late data told while it lasted is told by its end alone, too', () => {
    const notices = [noticeOf('opened'), noticeOf('closed', { endedAt: LATER })];
    expect(savingOf(notices, { endedAt: LATER, isLate: true })).toEqual(['closed']);
  });

  it('what late data told when it was over already is told', () => {
    const notice = noticeOf('opened', { endedAt: NIGHT });
    expect(savingOf([notice], { endedAt: NIGHT, isLate: true })).toEqual(['opened']);
  });
});
