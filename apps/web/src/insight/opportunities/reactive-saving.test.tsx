import type { BillAnswer, BillLine } from '@nascente/contract/money/bills';
import { addDays, civilDateAt, daysBetween } from '@nascente/domain/base/time/civil-day';
import { DEFAULT_ZONE, instant } from '@nascente/domain/base/time/zone';
import { screen } from '@testing-library/react';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anOpportunity } from '../../testing/an-opportunity.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { someTerms } from '../../testing/some-terms.ts';
import { OpportunitiesPage } from './opportunities-page.tsx';

const today = civilDateAt(instant(Date.now()), DEFAULT_ZONE);
const installedOn = addDays(today, -31);
let doneOn: string = installedOn;

const none = { total: 0, inPoint: 0, interPoint: 0, outPoint: 0 };
const excess = (touPeriod: 'inPoint' | 'outPoint', amount: number): BillLine => ({
  label: 'Energia reativa excedente',
  kind: 'reactive-energy',
  touPeriod,
  quantity: null,
  unit: 'kvarh',
  price: 0.4,
  amount,
  note: null,
});

const billOf = (energy: number, kvarh: number, cost: number): BillAnswer => ({
  type: 'eletric',
  start: '2026-10-05',
  end: '2026-11-04',
  cycle: { start: '2026-10-05', end: '2026-11-04' },
  previousCycle: { start: '2026-09-05', end: '2026-10-04' },
  nextCycle: { start: '2026-11-05', end: '2026-12-04' },
  isOpen: false,
  lines: [excess('inPoint', cost / 4), excess('outPoint', (cost * 3) / 4)],
  total: 2537.35,
  taxes: { icms: 449.14, pis: 18.83, cofins: 86.75 },
  missing: [],
  completeness: 1,
  consumed: { ...none, total: energy },
  injected: none,
  demand: [],
  reactive: { ...none, total: kvarh },
  flags: [],
  credits: null,
  tariff: {
    _id: 't1',
    distributor: 'ENEL SP',
    group: 'A4',
    comment: 'Comercial',
    color: 'Verde',
    modality: 'verde',
    versions: [{ validFrom: '2026-07-04' }],
  },
  contract: { validFrom: '2026-01-01', terms: someTerms },
  meters: [],
});

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi(({ path }) => {
    if (path.includes('/bill?'))
      return {
        body: {
          ok: true,
          bill: path.includes(`start=${addDays(installedOn, 1)}`)
            ? billOf(1000, 3, 1.2)
            : billOf(12_000, 1800, 720),
        },
      };
    const bank = anOpportunity('reactive', { state: 'done', doneOn });
    return { body: { ok: true, opportunities: [bank], perYear: 0, looked: { done: 1, of: 1 } } };
  });
});
afterAll(() => api.stop());

const open = () =>
  openSignedIn(aUser, OpportunitiesPage, { route: '/opportunities', at: '/opportunities?lista=feitas' });

it('shows the reactive excess since the installation of capacitors beside that of the year before', async () => {
  open();
  // A twelfth of the year's kWh: 150 kvarh and R$ 60 are expected, of which 3 kvarh and R$ 1,20 came.
  expect((await screen.findByText('Energia reativa excedente:')).parentElement?.textContent).toMatch(
    /^Energia reativa excedente: 3,0\skvarh \(R\$\s1,20\) em 30 dias até .*seriam 150\skvarh \(R\$\s60,00\): R\$\s58,80 a menos\.$/,
  );
  expect(daysBetween(installedOn, addDays(today, -1))).toBe(30);
  const requested = api.requests.filter(({ path }) => path.includes('/bill?')).map(({ path }) => path);
  expect(requested).toContainEqual(
    expect.stringContaining(`start=${addDays(installedOn, -365)}&end=${addDays(installedOn, -1)}`),
  );
});

it('begins with the first complete day after the installation', async () => {
  doneOn = today;
  open();
  expect(await screen.findByText(/^A medição começa no dia seguinte à mudança/)).toBeDefined();
});
