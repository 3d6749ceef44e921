import { maintainDays, prepareDays } from './api/day-partitions.ts';
import {
  createClient,
  measureTwice,
  type Requested,
  reportHead,
  reportTwice,
  setting,
  TWICE_HEAD,
} from './api/measure.ts';
import { seedReadings } from './api/seed-readings.ts';
import { seedMeters, startApi, tidy } from './api/server.ts';
import { seedClosedDays } from './screens/closed-year.ts';
import { ordinaryOf, seedCompany, seedGroups, seedYear } from './screens/company.ts';

/** Every call that feeds a screen, at the HTTP boundary, on a year of quarters of 1,000 meters and 20 million readings. */
const METERS = setting('METERS', 1_000);
const DAYS = setting('DAYS', 366);
/** How many meters have readings every ten seconds, and for how many days. */
const READ_METERS = setting('READ_METERS', 75);
const READ_DAYS = setting('READ_DAYS', 31);
const ROUNDS = setting('ROUNDS', 200);
/** Today, and the day before, which is not closed yet. */
const OPEN_DAYS = 2;
/** Only calls with a matching name. */
const ONLY = new RegExp(process.env.ONLY ?? '');
const DAY_MS = 86_400_000;
/** 20:59 in São Paulo on the last day of a month of 31 days: as many days are read as ever are. */
const NOW = Date.parse('2026-10-31T23:59:59Z');
const FIRST = Math.floor(NOW / DAY_MS) * DAY_MS - (DAYS - 1) * DAY_MS;

const get = (path: string): Requested => ({ method: 'GET', path });
const touPeriodOf = (path: string, body: object): Requested => ({ method: 'POST', path, body });
const dateOf = (back: number): string => new Date(NOW - back * DAY_MS).toISOString().slice(0, 10);
const DAYS_31 = { start: dateOf(30), end: dateOf(0) };
const BETWEEN = `start=${DAYS_31.start}&end=${DAYS_31.end}`;

const seconds = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
  const started = performance.now();
  const done = await work();
  console.log(`${what} in ${Math.round((performance.now() - started) / 1000)} s`);
  return done;
};

const api = await startApi(NOW);
try {
  const { database } = api;
  const token = await api.signIn();
  const macs = await seedMeters(database, METERS, '2020-01-01T00:00:00Z');
  const company = await seedCompany(database, METERS);
  await seedGroups(database, 10, 30);
  const closed = { meters: METERS, ordinary: ordinaryOf(METERS), first: FIRST, days: DAYS - OPEN_DAYS };
  await seconds(`${(METERS * closed.days).toLocaleString('en')} closed days`, () =>
    seedClosedDays(database, closed),
  );
  await prepareDays(database, NOW, Math.max(READ_DAYS, OPEN_DAYS));
  await seedYear(database, METERS, FIRST + closed.days * DAY_MS, OPEN_DAYS);
  await database.pool.query(
    'delete from meter_day where installation_id <= $1 and day > $2::date - $3::integer',
    [READ_METERS, dateOf(OPEN_DAYS), READ_DAYS - OPEN_DAYS],
  );
  await seedYear(
    database,
    READ_METERS,
    NOW - (NOW % DAY_MS) - (READ_DAYS - 1) * DAY_MS,
    READ_DAYS - OPEN_DAYS,
  );
  const read = { meters: READ_METERS, days: READ_DAYS, everySeconds: 10, now: NOW, hasQuarters: true };
  await seedReadings(database, read);
  await database.pool.query('insert into last_state select id, $1, $1 from installation', [new Date(NOW)]);
  await seconds('days with readings closed', api.closeDays);
  await maintainDays(database, NOW);
  await tidy(database, ['quarter', 'reading', 'meter_day']);
  const forget = () => database.pool.query('insert into change_log default values on conflict do nothing');

  const client = createClient(api.port, token);
  const one = <T>(of: readonly T[], round: number): T => of[(round * 7919) % of.length] as T;
  const ordinary = macs.slice(0, ordinaryOf(METERS));
  const electric = ordinary.filter((_, index) => index % 20 !== 19);
  const water = ordinary.filter((_, index) => index % 20 === 19);
  const general = ordinary.filter((_, index) => index % 20 === 0);
  const withReadings = macs.slice(0, READ_METERS).filter((_, index) => index % 20 !== 19);
  const { hours, halfHours } = company.establishments;
  const all = [...hours, ...halfHours];
  const { rows: groups } = await database.pool.query<{ id: string }>('select id from meter_group');
  for (const id of all) {
    const bill = { type: 'eletric', start: '2026-08-01', end: '2026-08-31' };
    const billed = { ...bill, start: '2026-09-03', end: '2026-10-02', consumed: {}, demand: {} };
    await client.ask(touPeriodOf(`/establishment/${id}/bills`, bill));
    await client.ask(touPeriodOf(`/establishment/${id}/utility-bills`, { ...billed, total: 5000 }));
  }
  const { rows: entered } = await database.pool.query<{ id: string; establishment: string }>(
    'select id, establishment_id as establishment from utility_bill',
  );

  const meter =
    (path: (mac: string) => string, of: readonly string[] = electric) =>
    (round: number) =>
      get(path(one(of, round)));
  const ofEstablishment =
    (path: string, of: readonly string[] = all) =>
    (round: number) =>
      get(`/establishment/${one(of, round)}${path}`);
  const status = (type: 'PF' | 'V') => (round: number) =>
    touPeriodOf('/board/telemetries/status', {
      id: one(withReadings, round),
      dateIn: dateOf(30),
      dateOut: dateOf(0),
      type,
    });
  const frames = (limit: number) => (round: number) =>
    touPeriodOf('/board/values/last/pagination', {
      id: one(withReadings, round),
      dateIn: dateOf(30),
      dateOut: new Date(NOW).toISOString(),
      limit,
      skip: 0,
    });
  const months = ['10/2026', '09/2026', '08/2026', '07/2026', '06/2026', '05/2026'];

  const calls: Readonly<Record<string, (round: number) => Requested>> = {
    'GET user': () => get('/user'),
    'GET meters': () => get('/installation-meter'),
    'GET one meter': meter((mac) => `/board/${mac}`),
    'GET past of a meter': meter((mac) => `/board/${mac}/past`),
    'GET establishments': () => get('/establishment'),
    'GET one establishment': ofEstablishment(''),
    'GET tariffs': () => get('/tax'),
    'GET day, today': meter((mac) => `/consolidated/daily/${mac}`),
    'GET day, any': (round) => get(`/consolidated/daily/${one(electric, round)}?date=${dateOf(round % 300)}`),
    'GET cycle with forecast': meter((mac) => `/consolidated/monthly/${mac}`),
    'GET cycle, general meter': meter((mac) => `/consolidated/monthly/${mac}`, general),
    'GET cycle, water': meter((mac) => `/consolidated/monthly/${mac}`, water),
    'POST six cycles': (round) => touPeriodOf(`/consolidated/monthly/${one(electric, round)}`, { months }),
    'GET forecast': meter((mac) => `/consolidated/monthly-forecast/${mac}`),
    'POST period, 31 days': (round) =>
      touPeriodOf('/consolidated/period', {
        meter: one(electric, round),
        dateStart: DAYS_31.start,
        dateEnd: DAYS_31.end,
      }),
    'GET days in total, 31 days': meter((mac) => `/consolidated/days/${mac}?${BETWEEN}`),
    'GET night flow': meter((mac) => `/consolidated/night-flow/${mac}`, water),
    'GET demand, 31 days': meter((mac) => `/consolidated/demand/${mac}?${BETWEEN}`),
    'GET demand, general meter': meter((mac) => `/consolidated/demand/${mac}?${BETWEEN}`, general),
    'GET heat map, 31 days': meter((mac) => `/consolidated/heatmap/${mac}?${BETWEEN}`),
    'GET comparison, 31 days': meter((mac) => `/consolidated/comparison/${mac}?${BETWEEN}`),
    'GET always-on, 31 days': meter(
      (mac) => `/always-on/retrieve-interval/${mac}/${DAYS_31.start}/${DAYS_31.end}`,
    ),
    'POST consumption, 31 days': (round) =>
      touPeriodOf('/board/consumption', {
        id: one(electric, round),
        dateIn: DAYS_31.start,
        dateOut: DAYS_31.end,
      }),
    'POST power factor, 31 days': status('PF'),
    'POST voltage, 31 days': status('V'),
    'POST power factor, today': (round) =>
      touPeriodOf('/board/telemetries/status', {
        id: one(withReadings, round),
        dateIn: dateOf(0),
        dateOut: dateOf(0),
        type: 'PF',
      }),
    'POST newest frame': (round) => touPeriodOf('/board/values/last', { id: one(withReadings, round) }),
    'POST page of 10 frames': frames(10),
    'POST page of 250 frames': frames(250),
    'POST page of 1,000 frames': frames(1_000),
    'POST count of frames': (round) =>
      touPeriodOf('/board/values/last/pagination/count', {
        id: one(withReadings, round),
        dateIn: dateOf(30),
        dateOut: dateOf(0),
      }),
    'GET corrections': meter((mac) => `/board/${mac}/corrections`),
    'GET imports': meter((mac) => `/board/${mac}/imports`),
    'GET emissions, 31 days': ofEstablishment(`/emissions?${BETWEEN}`),
    'GET cycle of an establishment': ofEstablishment('/consumption?type=eletric'),
    'POST six months of an establishment': (round) =>
      touPeriodOf(`/establishment/${one(all, round)}/consumption/months`, { type: 'eletric', months }),
    'GET establishment, a year before': ofEstablishment('/consumption/year-before?type=eletric'),
    'GET establishment, by time-of-use period': ofEstablishment('/consumption/tou-periods'),
    'GET establishment, rest': ofEstablishment('/consumption/rest?type=eletric'),
    'GET bill, by hours': ofEstablishment('/bill', hours),
    'GET bill, by half hours': ofEstablishment('/bill', halfHours),
    'GET kept bills': ofEstablishment('/bills?type=eletric'),
    'GET entered bills': ofEstablishment('/utility-bills?type=eletric'),
    'GET reconciliation': (round) => {
      const { id, establishment: at } = one(entered, round);
      return get(`/establishment/${at}/utility-bills/${id}/reconciliation`);
    },
    'GET contract': ofEstablishment('/contract?type=eletric'),
    'GET reading dates': ofEstablishment('/reading-dates?type=eletric'),
    'GET tariff comparison, first': ofEstablishment('/tariff-comparison'),
    'GET tariff comparison, again': ofEstablishment('/tariff-comparison'),
    'GET demand optimum, again': ofEstablishment('/demand-optimum'),
    'GET apportionment': ofEstablishment('/apportionment?type=eletric&by=meters'),
    'GET groups, 10 of 30 meters': () => get('/groups'),
    'GET one group': (round) => get(`/group/${one(groups, round).id}`),
  };
  /** An establishment of hundreds of meters without a general one. */
  const crowded: typeof calls = {
    'GET cycle of an establishment, 300 meters': ofEstablishment('/consumption?type=eletric', [
      company.crowded,
    ]),
    'POST six months of an establishment, 300 meters': (round) =>
      touPeriodOf(`/establishment/${one([company.crowded], round)}/consumption/months`, {
        type: 'eletric',
        months,
      }),
    'GET bill, sum of 300 meters': ofEstablishment('/bill', [company.crowded]),
    'GET apportionment, 300 meters': ofEstablishment('/apportionment?type=eletric&by=meters', [
      company.crowded,
    ]),
  };

  await reportHead(client, api.cpu);
  console.log(TWICE_HEAD);
  const notify = async (name: string, ask: (round: number) => Requested, rounds = ROUNDS): Promise<void> => {
    if (!ONLY.test(name)) return;
    reportTwice(name, await measureTwice(client, rounds, ask, api.cpu, forget));
  };
  for (const [name, ask] of Object.entries(calls)) await notify(name, ask);
  // They take ten times as long, and differ less.
  const fewer = Math.ceil(ROUNDS / 4);
  for (const [name, ask] of Object.entries(crowded)) await notify(name, ask, fewer);
  await seedGroups(database, 30, 300);
  await notify('GET groups, and 30 of 300 meters', () => get('/groups'), fewer);
  const admin = createClient(api.port, await api.signIn());
  await database.pool.query(
    `update account set profile = 'Admin' where id = (select id from account order by created_at desc limit 1)`,
  );
  for (const [name, path] of [
    ['GET inventory', '/admin/boards'],
    ['GET inventory, one board', `/admin/boards/${macs[0]}`],
  ] as const) {
    if (ONLY.test(name))
      reportTwice(name, await measureTwice(admin, ROUNDS, () => get(path), api.cpu, forget));
  }
  await admin.close();
  await client.close();
} finally {
  await api.stop();
}
