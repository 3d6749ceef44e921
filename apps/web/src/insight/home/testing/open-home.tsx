import type { NightFlow } from '@nascente/contract/energy/water';
import type { Establishment } from '@nascente/contract/sites/establishments';
import type { Board } from '@nascente/contract/sites/meters';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { SignedInProvider } from '../../../shared/session-state/signed-in.ts';
import { aBoard } from '../../../testing/a-board.ts';
import { aCycle } from '../../../testing/a-cycle.ts';
import { aLightRule } from '../../../testing/a-tou-rule.ts';
import { anEstablishment } from '../../../testing/an-establishment.ts';
import { aUser, type Requested, startApi } from '../../../testing/api-server.ts';
import { openScreen } from '../../../testing/open-screen.tsx';
import { HomePage } from '../home-page.tsx';

export const namedEstablishment = (_id: string, name: string): Establishment => {
  const bill = { tariff: 'B', contractedDemand: null, readDate: 5, image: null, name: null } as const;
  return anEstablishment({ _id, name, voltage: 220, billReadDate: 5, bill });
};

export const aNight = {
  window: { from: 0, to: 5 },
  baseline: 4,
  latest: null,
  nights: [],
  continuous: null,
  verdict: null,
};

/** What the server tells of the account. */
interface Stored {
  establishments: Establishment[];
  boards: Board[];
  cycle: (typeof aCycle & { readonly estimated?: number }) | null;
  intermediate: { active: number; excessReactive: number } | null;
  /** Null where the server fails over it. */
  nightFlow: NightFlow | null;
}

const usual = (): Stored => ({
  establishments: [namedEstablishment('e1', 'Padaria Aurora')],
  boards: [aBoard({ name: 'Geral', isGeral: true, establishmentId: 'e1' })],
  cycle: aCycle,
  intermediate: null,
  nightFlow: { ...aNight, leak: null },
});

const aFailure = { status: 500, body: { ok: false, type: 'error', msg: 'Algo deu errado.' } };

const answerOfEstablishment = (path: string, { cycle, intermediate }: Stored) => {
  if (path.includes('/months')) return { hist: [] };
  if (path.includes('/year-before')) return { yearBefore: null };
  if (path.includes('/tou-periods'))
    return {
      energy: {
        peak: { active: 30, excessReactive: 9 },
        intermediate,
        offPeak: { active: 100, excessReactive: 30.1 },
        touPeriods: [aLightRule()],
      },
    };
  if (path.includes('/rest')) return { rest: { total: 420, cost: 336, share: 0.2 } };
  return { consolidated: path.includes('type=water') ? null : cycle };
};

const emissionsOf = (path: string, { cycle }: Stored) => {
  const month = path.includes('factors=monthly')
    ? { date: '11/2026', kgCO2: 118.7, factor: 0.0545, factorYear: 2024, factorMonth: null }
    : { date: '11/2026', kgCO2: 92.8, factor: 0.0426, factorYear: 2022, factorMonth: null };
  const { kgCO2, factor, factorYear: year } = month;
  const completeness = cycle?.completeness ?? 0;
  const estimated = cycle?.estimated;
  const measured = completeness + (estimated ?? 0) === 0 ? 0 : kgCO2;
  return { kgCO2: measured, factor, year, months: [month], start: '', end: '', completeness, estimated };
};

const answer = (path: string, stored: Stored) => {
  if (path.startsWith('/api/establishment/') && path.includes('/bill')) {
    return {
      status: 403,
      body: { ok: false, type: 'forbidden', msg: 'Você acompanha só parte dos medidores.' },
    };
  }
  if (path === '/api/consolidated/establishments')
    // The last is asked for last, and has used most.
    return {
      body: {
        ok: true,
        amounts: stored.establishments.map((_, index) =>
          index === 0
            ? null
            : {
                total: index,
                cost: null,
                completeness: 1,
                forecast: {
                  total: 100 - index,
                  cost: index,
                  byDailyAverage: { total: 100 - index, cost: index },
                },
              },
        ),
      },
    };
  if (path.includes('/consumption')) return { body: { ok: true, ...answerOfEstablishment(path, stored) } };
  if (path.includes('/contract')) return aFailure;
  if (path.startsWith('/api/establishment/')) {
    return { body: { ok: true, data: emissionsOf(path, stored) } };
  }
  if (path.startsWith('/api/establishment'))
    return { body: { ok: true, establishments: stored.establishments } };
  if (path.startsWith('/api/installation-meter'))
    return { body: { ok: true, installationsMeter: stored.boards } };
  if (path.startsWith('/api/board/values/last')) return { body: { ok: true, value: null } };
  if (path.startsWith('/api/tax')) return { body: { ok: true, taxes: [] } };
  if (path.includes('/night-flow/'))
    return stored.nightFlow === null ? aFailure : { body: { ok: true, nightFlow: stored.nightFlow } };
  return { status: 503, body: { ok: false, type: 'unavailable', msg: 'fora' } };
};

/** For every test of a file: a server that tells what `told` holds, one establishment with its general meter at first. */
export const aHomeApi = () => {
  const stored = usual();
  const requested: Requested[] = [];
  let held: { readonly part: string; readonly released: Promise<void> } | null = null;
  let stop = async () => {};
  beforeAll(async () => {
    // Loaded when it is shown; here beforehand, so that no test waits for it.
    await import('../cycle/group-a-figures.tsx');
    const api = await startApi(async (one) => {
      requested.push(one);
      if (held !== null && one.path.includes(held.part)) await held.released;
      return answer(one.path, stored);
    });
    stop = api.stop;
  });
  beforeEach(() => {
    Object.assign(stored, usual());
    requested.length = 0;
    held = null;
  });
  afterAll(() => stop());
  return {
    stored,
    requests: (): readonly Requested[] => requested,
    clearRequests: () => {
      requested.length = 0;
    },
    /** Lets what is asked by a path with this part wait until the function given back is called. */
    hold: (part: string) => {
      const { promise: released, resolve } = Promise.withResolvers<void>();
      held = { part, released };
      return resolve;
    },
  };
};

export const openHome = (path = '/home') => {
  const element = (
    <SignedInProvider value={aUser}>
      <HomePage />
    </SignedInProvider>
  );
  return openScreen([{ path: '/home', element }], path);
};
