import { addDays, civilDate, daysFrom } from '@nascente/domain/base/time/civil-day';
import { screen, within } from '@testing-library/react';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { aBoard } from '../../../testing/a-board.ts';
import { startApi } from '../../../testing/api-server.ts';
import { openScreen } from '../../../testing/open-screen.tsx';
import { PeriodCard } from './period-card.tsx';

const today = civilDate('2026-11-20');
let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  api = await startApi(({ path }) => {
    const requested = new URL(path, 'http://x').searchParams;
    const days = daysFrom(civilDate(requested.get('start') ?? ''), civilDate(requested.get('end') ?? ''));
    const touPeriods = { inPoint: 0, interPoint: 0, outPoint: 10 };
    return {
      body: {
        ok: true,
        days: days.map((date) => ({ date, total: 10, ...touPeriods, cost: 8, completeness: 1 })),
        // Of all quarter-hours, which is not the mean of the days.
        completeness: 0.4,
        estimated: 0.25,
      },
    };
  });
});
afterAll(() => api.stop());

const openDays = (count: number, width: number) => {
  const { matchMedia } = window;
  onTestFinished(() => {
    window.matchMedia = matchMedia;
  });
  window.matchMedia = (media) =>
    Object.assign(matchMedia(media), {
      matches: width <= Number(/max-width: (\d+)px/.exec(media)?.[1] ?? 0),
    });
  const period = { start: addDays(today, 1 - count), end: today };
  const card = (
    <PeriodCard
      board={aBoard()}
      kind="eletric"
      period={period}
      today={today}
      unit="energy"
      prices={null}
      onPeriod={vi.fn()}
      onDay={vi.fn()}
    />
  );
  openScreen([{ path: '/', element: card }], '/');
};

it.each([
  ['31 days on a phone', 31, 360, false],
  ['32 days on a phone', 32, 360, true],
  ['32 days in a window of 700 px', 32, 700, true],
  ['32 days in a wider one', 32, 701, false],
] as const)(
  '%s are listed vertically only when they are many and the screen is small',
  async (_, count, width, isList) => {
    openDays(count, width);
    await screen.findByText('kWh por dia · dados completos em 40,0%, 25,0% estimado');
    const list = screen.queryByRole('region', { name: 'Energia por dia, em kWh' });
    expect(list !== null).toBe(isList);
    if (list !== null) expect(within(list).getAllByRole('listitem')).toHaveLength(count);
  },
);
