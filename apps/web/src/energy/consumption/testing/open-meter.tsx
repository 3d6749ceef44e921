import { aBoard } from '../../../testing/a-board.ts';
import { aCycle } from '../../../testing/a-cycle.ts';
import { aServerWith } from '../../../testing/a-server-with.ts';
import { openMeterScreen } from '../../../testing/open-meter-screen.tsx';
import { MeterPage } from '../meter-page.tsx';

export const MAC = 'A4:CF:12:00:0B:01';
const none = { phaseA: 0, phaseB: 0, phaseC: 0 };
const hour = {
  hour: 9,
  total: 4.5,
  touPeriod: 'outPoint',
  consumptionActivePower: { ...none, phaseA: 4.5 },
  consumptionReactivePower: none,
  consumptioninjectedPower: none,
  demand: { avgValue: 5, period: { startDate: '', endDate: '' } },
  completeness: 1,
};
const dayOf = (date: string) => ({
  date,
  total: 98.4,
  totalPhaseA: 98.4,
  totalPhaseB: 0,
  totalPhaseC: 0,
  inPoint: 0,
  interPoint: 0,
  outPoint: 98.4,
  injected: 0,
  cost: 78.15,
  completeness: 1,
  hours: [hour],
  basis: 'tariff',
  prices: { inPoint: 0.7941717, interPoint: 0.7941717, outPoint: 0.7941717 },
});
const consolidated = {
  date: '01/2026',
  start: '2026-01-05',
  end: '2026-02-04',
  total: 2179,
  inPoint: 0,
  interPoint: 0,
  outPoint: 2179,
  cost: 1730.64,
  basis: 'tariff',
  energyCost: 1730.64,
  fixedCost: 0,
  dailyAverage: 136.2,
  dailyAverageCost: 108.17,
  daysElapsed: 16,
  daysInPeriod: 30,
  highestDay: null,
  dearestDay: null,
  highestDemand: { value: 14.6, at: '2026-01-10T09:30:00Z' },
  completeness: 1,
  forecast: aCycle.forecast,
  previous: null,
  economy: null,
  prices: null,
  saving: null,
  restOfToday: { total: 0, cost: 0 },
  days: [],
};

const EMPTY = {
  total: 0,
  totalPhaseA: 0,
  outPoint: 0,
  cost: 0,
  hours: [],
  dailyAverage: 0,
  dailyAverageCost: 0,
  highestDemand: null,
  forecast: { ...consolidated.forecast, total: 0, cost: 0, low: 0, high: 0, lowCost: 0, highCost: 0 },
};

/** How the board of a meter is connected that has sent nothing yet. */
export const NEW = {
  ports: { plain: 1883, tls: null },
  topic: `emd3p/${MAC}/message`,
  lastRefusal: null,
  isMeasured: false,
};

/** What the server tells of the meter. */
interface Stored {
  board: ReturnType<typeof aBoard>;
  connecting: typeof NEW;
  /** The completeness of a meter that has measured nothing; null for one that measures. */
  emptyCompleteness: number | null;
}

const usual = (): Stored => ({
  board: aBoard({ macAddress: MAC, name: 'Geral', tax: null }),
  connecting: { ...NEW, isMeasured: true },
  emptyCompleteness: null,
});

const answer = (path: string, { board, connecting, emptyCompleteness }: Stored) => {
  const measured = <Answer extends object>(answer: Answer): Answer =>
    emptyCompleteness === null ? answer : { ...answer, ...EMPTY, completeness: emptyCompleteness };
  if (path === `/api/board/${encodeURIComponent(MAC)}`) return { body: { ok: true, board } };
  if (path.startsWith('/api/board/values/last/pagination'))
    return { body: { ok: true, value: [], next: null } };
  if (path.startsWith('/api/board/values/last')) return { body: { ok: true, value: null } };
  if (path.endsWith('/connecting')) return { body: { ok: true, connecting } };
  if (path.startsWith('/api/consolidated/daily')) {
    const date = new URL(path, 'http://x').searchParams.get('date') ?? '';
    return { body: { ok: true, ...measured(dayOf(date)) } };
  }
  if (path.startsWith('/api/consolidated/monthly'))
    return { body: { ok: true, consolidated: measured(consolidated) } };
  if (path.startsWith('/api/consolidated/days')) {
    const end = new URL(path, 'http://x').searchParams.get('end') ?? '';
    const day = measured(dayOf(end));
    return { body: { ok: true, days: [day], completeness: day.completeness } };
  }
  if (path.startsWith('/api/consolidated/heatmap')) {
    if (emptyCompleteness !== null)
      return { body: { ok: true, heatmap: { days: [], highest: null, completeness: 0, touPeriods: [] } } };
    const day = {
      date: '2026-01-15',
      hours: [0.5, null, ...Array(22).fill(1.5)],
      total: 33.5,
      completeness: 0.96,
    };
    const highest = { date: day.date, hour: 2, total: 1.5 };
    return { body: { ok: true, heatmap: { days: [day], highest, completeness: 0.96, touPeriods: [] } } };
  }
  if (path.startsWith('/api/tax')) return { body: { ok: true, taxes: [] } };
  if (path.startsWith('/api/feed'))
    return { status: 503, body: { ok: false, type: 'unavailable', msg: 'fora' } };
  return { status: 404, body: { ok: false, type: 'not-found', msg: 'Medidor não encontrado.' } };
};

/** For every test of a file: a server that tells what `told` holds, of which each test begins with the usual. */
export const aMeterApi = () => aServerWith(usual, ({ path }, stored) => answer(path, stored));

export const openMeter = (path = `/meter/${MAC}`) => openMeterScreen(MeterPage, '/meter/:mac', path);
