import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';
import { readDay } from '@nascente/contract/energy/consumption';
import { saveContract } from '@nascente/contract/money/billing-terms';
import { expect, it } from 'vitest';
import { atEndOfFile } from './testing/end-of-file.ts';
import { aContract } from './testing/seeds/a-contract.ts';
import { seedRules, VERDE } from './testing/seeds/bill-tariffs.ts';
import type { SeededMeter, SeededPerson } from './testing/seeds/seed.ts';
import { createTestApi, type TestApi } from './testing/test-api.ts';

const NOW = '2026-10-14T15:07:00Z';
const QUARTER_MS = 900_000;
const MAX_FILES = 20;

const PAGE = readFileSync(new URL('../../../docs/read-path.md', import.meta.url), 'utf8');

/** Modules of these areas process measured data. Their calls to sites, people and the platform do not belong to the path. */
const OF_PATH = /\/(?:apps\/server\/src|packages\/(domain)\/src)\/((?:telemetry|energy|money)\/.+\.ts)$/;
/** The page describes the bill engine by its entry, `price-cycle.ts`, and `measured-cycle.ts`, which it counts by. */
const IN_ENGINE =
  /^domain\/(money\/(?:charges|demand|flags|generation|lines)\/|energy\/measured-cycle\/(?!measured-cycle\.ts))/;

const pathOf = (url: string): string | null => {
  const [, domain, path] = OF_PATH.exec(url.startsWith('file:') ? fileURLToPath(url) : url) ?? [];
  if (path === undefined) return null;
  const name = domain === undefined ? path : `domain/${path}`;
  return IN_ENGINE.test(name) ? null : name;
};

/** Which modules of the path run during a request. */
const createTracer = async () => {
  const session = new Session();
  session.connect();
  atEndOfFile(() => session.disconnect());
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return async (request: () => Promise<unknown>): Promise<string[]> => {
    await session.post('Profiler.takePreciseCoverage');
    await request();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    // The functions without a name are what the test runner makes of an export, called wherever it is imported.
    const called = result.filter(({ functions }) =>
      functions.some(
        ({ functionName, ranges }) => functionName !== '' && ranges.some(({ count }) => count > 0),
      ),
    );
    return [...new Set(called.map(({ url }) => pathOf(url)).filter((path) => path !== null))].sort();
  };
};

/** The files that a section of the page lists, one an item. */
const filesOf = (section: string): string[] => {
  const [, text = ''] = PAGE.split(`\n## ${section}\n`);
  const [own = ''] = text.split('\n## ');
  return [...own.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path]) => path as string);
};

const measure = (api: TestApi, meter: SeededMeter) => {
  const first = Date.parse('2026-10-01T00:00-03:00');
  const count = Math.ceil((Date.parse(NOW) - first) / QUARTER_MS);
  const readings = Array.from({ length: count }, (_, index) => ({
    at: new Date(first + index * QUARTER_MS),
    energy_a_mwh: 1_000_000,
  }));
  return api.seed.readings(meter, readings);
};

const sign = (api: TestApi, { token }: SeededPerson, establishment: string, tax: string) => {
  const terms = aContract({
    group: 'A',
    subgroup: 'A4',
    supply: null,
    modality: 'verde',
    demand: { mode: 'single', demand: 6 },
  });
  const payload = { type: 'eletric', validFrom: '2026-01-01', tax, terms } as const;
  return api.succeed(saveContract, `/establishment/${establishment}/contract`, { token, payload });
};

it('lists the modules that read the day of a meter and its price', async () => {
  const api = await createTestApi(NOW);
  const owner = await api.seed.person();
  const simple = await api.seed.tariff([
    { valid_from: '2026-01-01', in_point: '2', inter_point: '1', out_point: '0.5' },
  ]);
  const rules = await seedRules(api.seed, [{ validFrom: '2026-01-01', rules: VERDE }]);
  const meters: SeededMeter[] = [];
  for (const isBilled of [false, true]) {
    const establishment = await api.seed.establishment(owner, { tariff_group: 'A' });
    const meter = await api.seed.meter(establishment, { is_general: true, tariff_id: simple });
    await measure(api, meter);
    if (isBilled) await sign(api, owner, establishment, rules);
    meters.push(meter);
  }
  const trace = await createTracer();
  const [plain, billed] = meters;
  const dayOf = (meter: SeededMeter | undefined) => () =>
    api.succeed(readDay, `/consolidated/daily/${meter?.mac}?date=2026-10-13`, { token: owner.token });
  const ofDay = await trace(dayOf(plain));
  const ofPrice = (await trace(dayOf(billed))).filter((path) => !ofDay.includes(path));
  expect(filesOf('A day of a meter').toSorted()).toEqual(ofDay);
  expect(filesOf('A priced day').toSorted()).toEqual(ofPrice);
  expect(ofDay.length + ofPrice.length).toBeLessThanOrEqual(MAX_FILES);
});
