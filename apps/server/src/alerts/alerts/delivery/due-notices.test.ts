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
  notifiedAt: NIGHT,
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

describe('quiet hours', () => {
  it.each([
    ['urgent', ['urgent'], NIGHT],
    ['serious', ['urgent'], MORNING],
    ['notable', ['urgent'], MORNING],
    ['urgent', [], MORNING],
    ['urgent', ['serious'], MORNING],
    ['serious', ['serious'], NIGHT],
    ['notable', ['notable', 'serious'], NIGHT],
  ] as const)(
    'a notice of severity %s, where %j passes quiet hours, is due at %s',
    (severity, through, expected) => {
      expect(due({ throughQuiet: [...through] }, { severity }, 'opened')).toBe(expected);
    },
  );

  it('sends every notice at once where no quiet hours are set', () => {
    expect(due({ quiet: null, throughQuiet: [] }, {}, 'opened')).toBe(NIGHT);
  });

  it('adds only the end of an alert to an opening notice that waits for the morning', () => {
    expect(due({}, {}, 'repeated', LATER)).toBeNull();
    expect(due({}, {}, 'undone', LATER)).toBeNull();
    expect(due({}, {}, 'closed', LATER)).toBe(MORNING);
  });

  it('delays updates of an alert that began before the quiet hours until they are over', () => {
    const notifiedFirst = { notifiedAt: EVENING };
    expect(due({}, notifiedFirst, 'repeated', LATER)).toBe(MORNING);
    expect(due({}, notifiedFirst, 'undone', LATER)).toBe(MORNING);
  });
});

test('delays the notice of an end until it has lasted, beyond the quiet hours if needed', () => {
  expect(due({}, { notifiedAt: EVENING }, 'closed', '2026-11-24T09:30:00.000Z')).toBe(
    '2026-11-24T10:30:00.000Z',
  );
});

describe('notices of a returned alert', () => {
  const notifiedFirst = { notifiedAt: EVENING };
  const NOON = '2026-11-24T15:00:00.000Z';

  it('sends the return of an alert at once to an account notified of its end', () => {
    expect(due({}, notifiedFirst, 'returned', NOON, MORNING)).toBe(NOON);
    expect(due({ quiet: null }, notifiedFirst, 'returned', LATER, NIGHT)).toBe(LATER);
  });

  it('delays the return until the quiet hours end when the end was sent before them', () => {
    expect(due({}, notifiedFirst, 'returned', LATER, '2026-11-23T22:00:00.000Z')).toBe(MORNING);
  });

  it('sends no return while the end still waits, nor for an alert that returned at once', () => {
    expect(due({}, notifiedFirst, 'returned', LATER, NIGHT)).toBeNull();
    expect(due({}, notifiedFirst, 'returned', NOON)).toBeNull();
  });
});

/** The notices of one incident that waited during quiet hours, sent together in the morning. */
const savingOf = (notices: readonly Notice[], about: Partial<Alert>, repeatedAt: string | null = null) =>
  notices
    .filter((notice) => isDue({ alert: { ...alert, ...about }, repeatedAt }, notice))
    .map(({ event, repeatedAt: again }) => again ?? event);

describe('merging of waiting notices', () => {
  const repeated = (at: string) => noticeOf('repeated', { repeatedAt: at });

  it('sends one notice of a lasting alert, however often it was repeated', () => {
    expect(savingOf([repeated(NIGHT), repeated(LATER)], {}, LATER)).toEqual([LATER]);
  });

  it('sends only the end of an alert that is over', () => {
    const notices = [noticeOf('opened'), repeated(LATER), noticeOf('closed', { endedAt: LATER })];
    expect(savingOf(notices, { endedAt: LATER }, LATER)).toEqual(['closed']);
  });

  it('sends only the beginning of an alert that returned', () => {
    expect(savingOf([noticeOf('opened'), noticeOf('closed', { endedAt: LATER })], {})).toEqual(['opened']);
  });

  it('sends one notice of an alert that returned after its end was sent', () => {
    const returned = noticeOf('returned', { repeatedAt: NIGHT, closedAt: EVENING });
    expect(savingOf([returned], {}, NIGHT)).toEqual([NIGHT]);
    expect(savingOf([returned, repeated(LATER)], {}, LATER)).toEqual([LATER]);
    const closed = noticeOf('closed', { endedAt: LATER });
    expect(savingOf([returned, closed], { endedAt: LATER }, NIGHT)).toEqual(['closed']);
  });

  it('sends only the undoing of an alert that was undone', () => {
    const notices = [noticeOf('opened'), noticeOf('closed', { endedAt: LATER }), noticeOf('undone')];
    expect(savingOf(notices, { endedAt: LATER, undoneAt: LATER })).toEqual(['undone']);
  });

  it('does not repeat an acknowledged alert', () => {
    const acknowledged = { at: LATER, by: 'Marina Costa' };
    expect(savingOf([repeated(LATER)], { acknowledged }, LATER)).toEqual([]);
  });

  it('sends only the end of an alert that late data opened while it lasted', () => {
    const notices = [noticeOf('opened'), noticeOf('closed', { endedAt: LATER })];
    expect(savingOf(notices, { endedAt: LATER, isLate: true })).toEqual(['closed']);
  });

  it('sends the opening of an alert that late data reported after its end', () => {
    const notice = noticeOf('opened', { endedAt: NIGHT });
    expect(savingOf([notice], { endedAt: NIGHT, isLate: true })).toEqual(['opened']);
  });
});
