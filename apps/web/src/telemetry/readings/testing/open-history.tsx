import { screen, within } from '@testing-library/react';
import { beforeEach, onTestFinished, vi } from 'vitest';
import { aBoard } from '../../../testing/a-board.ts';
import { aServerWith } from '../../../testing/a-server-with.ts';
import type { Requested } from '../../../testing/api-server.ts';
import { openMeterScreen } from '../../../testing/open-meter-screen.tsx';
import { HistoryPage } from '../history-page.tsx';

export const MAC = 'A4:CF:12:00:0B:01';
export const NOW = Date.parse('2026-11-20T15:00:00Z');
const FIELDS =
  'rssi t va vb vc ia ib ic pfa pfb pfc wa wb wc vara varb varc kwha kwhb kwhc kvarha kvarhb kvarhc vthda vthdb vthdc ithda ithdb ithdc litres flow'.split(
    ' ',
  );

type Frame = Record<string, string | number | null>;
const frameAt = (index: number, overrides: Frame = {}): Frame => ({
  ...Object.fromEntries(FIELDS.map((field) => [field, null])),
  date: new Date(NOW - index * 5000).toISOString(),
  va: 219.8,
  vb: 221.3,
  vc: 220,
  wa: 1234.4,
  pfa: 0.95,
  kwha: 2.75,
  vthda: 1.9,
  ...overrides,
});

interface RequestedPage {
  readonly limit: number;
  readonly skip?: number;
  readonly cursor?: string;
  readonly dateIn: string | number;
  readonly dateOut: string | number;
}

/** What the server tells of the meter. */
interface Stored {
  board: ReturnType<typeof aBoard>;
  /** How many readings there are. */
  total: number;
  /** What the newest of them measured differently. */
  newest: Frame;
  failing: boolean;
}

const usual = (): Stored => ({
  board: aBoard({ macAddress: MAC, name: 'Geral' }),
  total: 130,
  newest: {},
  failing: false,
});

const page = ({ limit, skip = 0, cursor }: RequestedPage, { total, newest }: Stored) => {
  const first = cursor === undefined ? skip : Number(cursor);
  const length = Math.max(0, Math.min(limit, total - first));
  const value = Array.from({ length }, (_, index) => frameAt(first + index, index === 0 ? newest : {}));
  return { ok: true, value, next: first + limit < total ? String(first + limit) : null };
};

const curve = {
  source: 'quarters',
  length: 900_000,
  step: 900_000,
  origin: new Date(NOW - 86_400_000 * 18).toISOString(),
  at: [0, 900_000],
  mean: [100, 200],
  low: null,
  high: null,
  since: new Date(0).toISOString(),
  excluded: [],
  estimated: [],
  touPeriods: [],
};

const answer = ({ path, body }: Requested, stored: Stored) => {
  const failed = { status: 503, body: { ok: false, type: 'unavailable', msg: 'Tente mais tarde.' } };
  if (path === `/api/board/${encodeURIComponent(MAC)}`) return { body: { ok: true, board: stored.board } };
  if (stored.failing) return failed;
  if (path === '/api/board/values/last/pagination/count') return { body: { ok: true, value: stored.total } };
  if (path === '/api/board/values/last/pagination') return { body: page(body as RequestedPage, stored) };
  if (path === '/api/board/curve') return { body: { ok: true, curve } };
  if (path.includes('/export')) return { body: '\uFEFFInício;Fim' };
  return failed;
};

/** For every test of a file: it is noon, and a server tells what `told` holds, of which each test begins with the usual. */
export const aHistoryApi = () => {
  const { stored, requests } = aServerWith(usual, answer);
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
  });
  return {
    stored,
    requests,
    requestedPages: () =>
      requests()
        .filter(({ path }) => path.endsWith('/pagination'))
        .map(({ body }) => body as RequestedPage),
  };
};

export const openHistory = (search = '') =>
  openMeterScreen(HistoryPage, '/history/:mac', `/history/${MAC}${search}`);
export const rowsShown = async () => within(await screen.findByRole('table')).getAllByRole('rowheader');
