import { alertBody } from '@nascente/contract/alerts/alert-kinds';
import { listAlerts } from '@nascente/contract/alerts/alerts';
import { readDays, readMonth } from '@nascente/contract/energy/consumption';
import { readConsumption } from '@nascente/contract/energy/period-consumption';
import { readApportionment } from '@nascente/contract/money/apportionment';
import { readBill } from '@nascente/contract/money/bills';
import { saveBudgetYear } from '@nascente/contract/money/budgets';
import { readEnergyFlow } from '@nascente/contract/money/energy-flow';
import { readMarketComparison } from '@nascente/contract/money/market-comparison';
import { readDemandOptimum, readTariffComparison } from '@nascente/contract/money/tariff-comparison';
import { DAY_MS, instant } from '@nascente/domain/base/time/zone';
import { forecastText } from '@nascente/domain/money/budgets/budget-texts';
import { repeatShares } from '@nascente/domain/telemetry/intervals/totals';
import { beforeAll, expect, it } from 'vitest';
import { callsWithAmounts } from './testing/amount-fields.ts';
import { billByHand } from './testing/bill-by-hand.ts';
import { documentPlaces } from './testing/document-places.ts';
import { markEstimated } from './testing/electric-meters.repository.ts';
import { placesOfEndedCycle } from './testing/ended-cycle-places.ts';
import { establishmentPlaces } from './testing/establishment-places.ts';
import { type Figures, foundIn, type Places, type Quantity, type Subject } from './testing/figures.ts';
import { createMeasuredCompany, NOW } from './testing/measured-company.ts';
import { emailedBills, messagePlaces } from './testing/message-places.ts';
import { meterPlaces } from './testing/meter-places.ts';

const company = await createMeasuredCompany();
beforeAll(async () => {
  await company.seed();
  for (const { general, start } of await subjects()) {
    const from = new Date(`${start}T06:00:00Z`);
    const span = { from, to: new Date(from.getTime() + DAY_MS) };
    await markEstimated(company.api.database.pool, general.installationId, span);
  }
});
const { api, owner } = company;
const { token } = owner;
const PLACES: Places = {
  ...establishmentPlaces(company),
  ...meterPlaces(company),
  ...documentPlaces(company),
  ...messagePlaces(company),
};
const TODAY = '2026-11-20';
const READ_DAYS: Readonly<Record<string, string>> = { 'Galeria Boa Vista': '12', 'Padaria Aurora': '05' };

const subjects = async (): Promise<readonly Subject[]> =>
  [...Map.groupBy(await company.electricMeters(), ({ establishment }) => establishment)].map(
    ([id, meters]) => {
      const general = meters.find(({ isGeneral }) => isGeneral);
      if (general === undefined) throw new Error(`no general meter at ${id}`);
      const { name } = general;
      return { id, name, general, meters, start: `2026-11-${READ_DAYS[name] ?? '01'}`, today: TODAY };
    },
  );

/** Calls with amounts that PLACES leaves out, by the reason. A call that is in neither list fails the test. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  'compared in this file beside PLACES': [
    'closeBill',
    'listAlerts',
    'listGroups',
    'listFrozenBills',
    'readBillChanges',
    'readFrozenBill',
  ],
  'compared in one-amount.edge.test.ts, by days, months and hours': [
    'readComparison',
    'readDay',
    'readEstablishmentMonths',
    'readMonths',
  ],
  'answers with a group that readGroup reads': ['createGroup', 'editGroup'],
  'answers with an alert that listAlerts lists': ['acknowledgeAlert', 'judgeAlert', 'muteAlert', 'readAlert'],
  'the file of a report, made by the functions of readReport': [
    'listReports',
    'makeReport',
    'readReportFile',
  ],
  'bills that a person entered, and what differs from them': [
    'editUtilityBill',
    'enterUtilityBill',
    'findContract',
    'listUtilityBills',
    'readBillText',
    'readElectronicBill',
    'readReconciliation',
  ],
  'what another contract or tariff would cost: golden bills and property tests': [
    'listOpportunities',
    'readDemandOptimum',
    'readMarketComparison',
    'readTariffComparison',
    'readVersionUse',
  ],
  'a saving against a model of the past': ['readSaving'],
  'one quantity of part of the time of a meter': [
    'judgeLeak',
    'readAlwaysOn',
    'readHeatMap',
    'readMeterPast',
    'readNightFlow',
    'withdrawLeakVerdict',
  ],
  'published prices': ['listFlags', 'setFlag'],
  'what was planned': ['readBudgetYear'],
  'corrections and imports before they count': [
    'createCorrection',
    'listCorrections',
    'listImports',
    'previewCorrection',
    'previewImport',
    'startImport',
    'undoCorrection',
    'undoImport',
    'uploadPast',
  ],
  'no amount in the file': ['exportAudit', 'exportConsents', 'readCalendar', 'readImage'],
};

it('lists every call that returns an amount or a file', () => {
  const inPlaces = Object.values(PLACES).flatMap(({ call }) => call ?? []);
  const listed = [...inPlaces, ...Object.values(ELSEWHERE).flat()];
  expect([...new Set(listed)].sort()).toEqual(callsWithAmounts());
});

const QUANTITIES = [
  'bill',
  'energy',
  'fixed',
  'kwh',
  'forecast',
  'forecastKwh',
  'forecastByAverage',
  'rest',
  'restKwh',
  'completeness',
  'estimated',
] as const satisfies readonly Quantity[];

it('shows each amount of a cycle alike in all its places', async () => {
  let compared = 0;
  for (const subject of await subjects()) {
    const home = (await PLACES['Home']?.read(subject, {})) ?? {};
    const read: [place: string, figures: Figures][] = [];
    for (const [place, { read: readPlace }] of Object.entries(PLACES))
      read.push([place, await readPlace(subject, home)]);
    for (const quantity of QUANTITIES) {
      const shown = read.filter(([, figures]) => figures[quantity] !== undefined);
      const [, first] = shown[0] ?? ['', {}];
      expect(shown.map(([place, figures]) => [place, quantity, figures[quantity]])).toEqual(
        shown.map(([place]) => [place, quantity, first[quantity]]),
      );
      expect(first[quantity]).toBeTypeOf('number');
      if (quantity === 'estimated') expect(first[quantity]).toBeGreaterThan(0.02);
      compared += shown.length;
    }
  }
  expect(compared).toBeGreaterThan(350);
});

it('shows the amounts calculated by hand from raw readings and published prices', async () => {
  for (const subject of await subjects()) {
    const { bill, energy, fixed, kwh, forecastByAverage } = billByHand(subject.name, subject.general);
    const home = await PLACES['Home']?.read(subject, {});
    expect(home).toMatchObject({ bill, energy, fixed, forecastByAverage });
    expect(home?.kwh).toBeCloseTo(kwh, 6);
  }
});

it('shows the cost of a part of an establishment as calculated by hand in all places', async () => {
  let counted = 0;
  for (const { id, name, general, meters, start } of await subjects()) {
    const parts = meters.filter(({ isGeneral, isSolar }) => !isGeneral && !isSolar);
    const url = `/establishment/${id}`;
    const { apportionment } = await api.succeed(
      readApportionment,
      `${url}/apportionment?type=eletric&by=meters`,
      { token },
    );
    const { flow } = await api.succeed(readEnergyFlow, `${url}/flow?type=eletric`, { token });
    for (const { mac, isGeneral } of parts) {
      const { kwh, cost } = billByHand(name, general).part({ isGeneral });
      const { consolidated } = await api.succeed(readMonth, `/consolidated/monthly/${mac}`, { token });
      const payload = { id: mac, dateIn: start, dateOut: TODAY };
      const { value } = await api.succeed(readConsumption, '/board/consumption', { token, payload });
      const query = `start=${start}&end=${TODAY}`;
      const { days } = await api.succeed(readDays, `/consolidated/days/${mac}?${query}`, { token });
      const ofMeter = <T extends { readonly macAddress: string | null }>(all: readonly T[]) =>
        all.find(({ macAddress }) => macAddress === mac);
      const places = {
        'meter page': consolidated.cost,
        period: value.cost,
        days: Math.round(days.reduce((sum, day) => sum + (day.cost ?? Number.NaN), 0) * 100) / 100,
        Ratear: ofMeter(apportionment.parts)?.energy,
        'Para onde vai': ofMeter(flow.parts)?.amount,
      };
      expect(places).toEqual(Object.fromEntries(Object.keys(places).map((key) => [key, value.cost])));
      // The bill cuts each of its lines to the cent.
      expect(Math.abs((value.cost ?? Number.NaN) - cost)).toBeLessThan(0.015);
      expect(value.total).toBeCloseTo(kwh, 6);
      counted += 1;
    }
  }
  expect(counted).toBeGreaterThan(5);
});

it('shows the bill of a finished cycle alike in all its places', async () => {
  const read = placesOfEndedCycle(company);
  const all = await subjects();
  const emailed = await emailedBills(company, all);
  for (const subject of all) {
    const { id, start } = subject;
    const [first, last] = [start.replace('-11-', '-10-'), new Date(Date.parse(start) - 86_400_000)];
    const places = await read(id, first, last.toISOString().slice(0, 10));
    const [bill] = Object.values(places);
    expect(bill).toBeGreaterThan(0);
    expect(emailed(subject, bill ?? null)).toBe(bill);
    expect(places).toEqual(Object.fromEntries(Object.keys(places).map((place) => [place, bill])));
  }
});

it('alerts about a cycle above its budget with the forecast that Home shows', async () => {
  const [subject] = await subjects();
  if (subject === undefined) throw new Error('nothing is measured');
  const home = await PLACES['Home']?.read(subject, {});
  const payload = {
    target: { kind: 'establishment', id: subject.id },
    measure: 'money',
    year: '2026',
    amounts: Array.from({ length: 12 }, () => 100),
  };
  await api.succeed(saveBudgetYear, '/budgets', { token, payload });
  await api.alerts.watchMoney();
  const url = '/alerts?state=open&kind=cycle-budget';
  const { alerts } = await api.succeed(listAlerts, url, { token });
  const forecasts = alerts.flatMap(({ facts }) =>
    facts.kind === 'cycle-budget' && facts.measure === 'money' ? [facts.forecast] : [],
  );
  expect(forecasts[0]).toBe(home?.forecast);
  const [alert] = alerts.filter(({ facts }) => facts.kind === 'cycle-budget' && facts.measure === 'money');
  // E-mails, push notices and webhooks carry this text.
  const text = alert === undefined ? '' : alertBody(alert, instant(Date.parse(NOW)));
  const inText = (forecast: number) => forecastText(forecast, 'money');
  expect(foundIn(text, home?.forecast, inText)).toBe(home?.forecast);
});

it('repeats the shares of the bill of each finished cycle in comparisons', async () => {
  let [estimated, compared] = [0, 0];
  for (const { id, start, general } of await subjects()) {
    const from = new Date(`${start.replace('-11-', '-10-')}T09:00:00Z`);
    const span = { from, to: new Date(from.getTime() + DAY_MS) };
    await markEstimated(company.api.database.pool, general.installationId, span);
    const of = (path: string) => `/establishment/${id}/${path}`;
    const { comparison } = await api.succeed(readTariffComparison, of('tariff-comparison'), { token });
    const market = await api.succeed(readMarketComparison, of('market-comparison'), { token });
    const { optimum } = await api.succeed(readDemandOptimum, of('demand-optimum'), { token });
    expect(comparison.cycles.length).toBeGreaterThan(0);
    for (const cycle of comparison.cycles) {
      const query = `bill?start=${cycle.start}&end=${cycle.end}`;
      const { bill } = await api.succeed(readBill, of(query), { token });
      expect(repeatShares(cycle)).toEqual(repeatShares(bill));
      estimated += cycle.estimated ?? 0;
    }
    // Both are of Group A only.
    for (const cycles of [market.comparison.cycles, optimum.cycles].filter(({ length }) => length > 0)) {
      expect(cycles).toEqual(comparison.cycles);
      compared += 1;
    }
  }
  expect(estimated).toBeGreaterThan(0.02);
  expect(compared).toBeGreaterThan(1);
});
