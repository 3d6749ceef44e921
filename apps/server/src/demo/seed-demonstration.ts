import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBillingContract } from '@nascente/contract/money/billing-contract';
import { billingCycleAt, previousCycle } from '@nascente/domain/base/time/billing-cycle';
import {
  addDays,
  civilDateAt,
  daysBetween,
  endOfDay,
  startOfDay,
} from '@nascente/domain/base/time/civil-day';
import { addMonths, type CivilMonth, civilMonth, monthOf } from '@nascente/domain/base/time/civil-month';
import type { Instant } from '@nascente/domain/base/time/zone';
import { kilowattHours, milliwattHours } from '@nascente/domain/base/units/energy';
import { measureCycle } from '@nascente/domain/energy/measured-cycle/measured-cycle';
import { priceCycle } from '@nascente/domain/money/bill/price-cycle';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import { rowsOfRuns } from '@nascente/domain/telemetry/intervals/quarter-days';
import { emptySeries } from '@nascente/domain/telemetry/intervals/totals';
import type { Log } from '@nascente/runtime/log';
import { LEAK_LITRES_A_MINUTE } from '@nascente/virtual-meters/profiles/catalogue';
import { leakSaving } from '../insight/opportunities/index.ts';
import type { Connection } from '../platform/database/open-database.ts';
import { hashClaimCode, hashDeviceKey, newClaimCode, newDeviceKey } from '../sites/board-claims/index.ts';
import { createVatPeriodsRepository } from '../sites/tariffs/index.ts';
import type { FrameSink } from '../telemetry/ingest/index.ts';
import type { MeterDays } from '../telemetry/series/index.ts';
import { createBillingRepository } from './billing.repository.ts';
import { AGREED_FROM, CONTRACTS } from './billing.ts';
import { ZONE } from './city.ts';
import { BUDGETS, ESTABLISHMENTS, PERSON } from './company.ts';
import { createDemonstrationRepository, type DemonstrationRepository } from './demonstration.repository.ts';
import type { DemonstrationEstablishment } from './demonstration-establishment.ts';
import { FULL_TARIFFS, storeFullTariffs } from './full-tariffs.ts';
import { GROUPS } from './groups-of-meters.ts';
import { backfillHistory, writeHistory } from './history.ts';
import { leakedDays, MENDED } from './mended-leak.ts';
import { PARTNER, PARTNER_LOGO, SHOWROOM } from './partner.ts';
import { TARIFFS } from './simple-tariffs.ts';
import { earlierHistoryOf, historyStart, leakStart, macOf, missingHistoryOf } from './unreported.ts';

/** Nights that the evidence shows before the water began to leak. */
const QUIET_NIGHTS = 18;

const MINUTES_AN_HOUR = 60;
const HOURS_A_DAY = 24;
const LITRES_A_CUBIC_METRE = 1000;

/** The saving as Oportunidades showed it in the night before the repair. */
const savingOf = ({ since, mended }: ReturnType<typeof leakedDays>) => {
  const flow = LEAK_LITRES_A_MINUTE * MINUTES_AN_HOUR;
  const perDay = (flow * HOURS_A_DAY) / LITRES_A_CUBIC_METRE;
  const costPerDay = perDay * Number(TARIFFS.agua.versions[0].inPoint);
  const days = daysBetween(since, mended);
  const nights = Array.from({ length: QUIET_NIGHTS + days }, (_, night) => {
    const date = addDays(since, night - QUIET_NIGHTS);
    return { date, flow: date < since ? 0 : flow };
  });
  const leak = { since, flow, perDay, costPerDay };
  return leakSaving({ mac: MENDED.mac, name: MENDED.name }, { leak, continuous: null, baseline: 0, nights });
};

/** Records the repair of the leak, so that a newcomer sees a saving. */
async function recordMendedLeak(company: DemonstrationRepository, owner: string): Promise<void> {
  const [meter] = await company.installedMeters([MENDED.mac]);
  if (meter === undefined) return;
  const leaked = leakedDays(meter.installedAt);
  const saving = savingOf(leaked);
  if (saving === null) return;
  const { establishmentId } = meter;
  await company.recordSaving({ establishmentId, owner, mac: MENDED.mac, doneOn: leaked.mended, saving });
}

export const METERS = ESTABLISHMENTS.flatMap(({ seed, meters }) =>
  meters.map((meter) => ({ ...meter, seed })),
);

interface DemonstrationOwners {
  readonly owner: string;
  /** Account of the partner, which owns only the showroom. */
  readonly partner: string;
}

const ownerOf = (
  establishment: DemonstrationEstablishment,
  { owner, partner }: DemonstrationOwners,
): string => (establishment === SHOWROOM ? partner : owner);

const MONTHS_PLANNED = 24;

/** Plans begin in January, because a user enters a plan for a whole year. */
const plannedFrom = (month: CivilMonth) => {
  const from = civilMonth(`${month.slice(0, 4)}-01`);
  return { from, to: addMonths(from, MONTHS_PLANNED - 1) };
};

/** Creates the establishments with their meters, groups, budgets and the mended leak, at the first start only. */
export async function createCompany(
  transaction: Connection,
  owners: DemonstrationOwners,
  now: Instant,
): Promise<void> {
  const company = createDemonstrationRepository(transaction);
  const billing = createBillingRepository(transaction);
  const tariffs = await storeFullTariffs(transaction);
  for (const establishment of ESTABLISHMENTS) {
    const id = await company.addEstablishment(ownerOf(establishment, owners), establishment);
    await billing.agree(id, establishment.seed, tariffs);
    for (const meter of establishment.meters) {
      const since = historyStart(now, meter.measuredForDays ?? establishment.measuredForDays);
      await company.install(id, meter, new Date(since), hashDeviceKey(newDeviceKey()));
    }
  }
  const { owner } = owners;
  await recordMendedLeak(company, owner);
  for (const group of GROUPS) await company.addGroup(owner, group, new Date(now));
  const months = plannedFrom(monthOf(civilDateAt(now, ZONE)));
  for (const budget of BUDGETS) await billing.plan(owner, budget, months);
  await goOnWithFlags(transaction, now);
}

/** Past months get a flag, so that bills assume none. */
export const goOnWithFlags = (transaction: Connection, now: Instant): Promise<void> =>
  createBillingRepository(transaction).goOnWithFlags(monthOf(civilDateAt(now, ZONE)));

const BAKERY = 'padaria-aurora';
/** The utility bill has this much more energy, because the meter was read a day late. */
const COUNTED_OTHERWISE = 1.012;
const READ_LATE_DAYS = 1;
/** Interest on the previous bill, R$. */
const INTEREST = 7.84;

/**
 * Enters the bill that the bakery got for its last whole cycle: a day later than ours, with a little more energy and
 * some interest, so that there is a difference to be explained. Once only.
 */
async function enterUtilityBill(db: Connection, days: MeterDays, now: Instant): Promise<void> {
  const establishment = ESTABLISHMENTS.find(({ seed }) => seed === BAKERY);
  const contract = CONTRACTS[BAKERY];
  const rules = FULL_TARIFFS[contract?.tariff ?? '']?.rules;
  if (establishment === undefined || contract === undefined || rules === undefined) return;
  const today = civilDateAt(now, ZONE);
  const ours = previousCycle(billingCycleAt(today, establishment.billReadDay), establishment.billReadDay);
  const cycle = { first: addDays(ours.first, READ_LATE_DAYS), last: addDays(ours.last, READ_LATE_DAYS) };
  if (cycle.last >= today) return;
  const billing = createBillingRepository(db);
  const [from, to] = [startOfDay(cycle.first, ZONE), endOfDay(cycle.last, ZONE)];
  const found = await billing.unbilled(establishment.name);
  if (found === null) return;
  const [runs] = await days.read(['consumed'], [{ ...found, from, to }]);
  const quarters = rowsOfRuns(['consumed'], { from, to }, runs);
  const series = emptySeries(quarters.length, 15);
  quarters.forEach(({ start, values: [energy = 0] }, slot) => {
    series.start[slot] = start;
    series.consumedA[slot] = Math.round(energy * COUNTED_OTHERWISE);
    series.quarters[slot] = 1;
  });
  const versions = [{ validFrom: AGREED_FROM, rules }];
  const measured = measureCycle(series, { cycle, zone: ZONE, versions, now, since: null });
  const vatPeriods = await createVatPeriodsRepository(db).list();
  const terms = { contract: { ...readBillingContract(contract.terms), vatPeriods }, flags: new Map() };
  const total = priceCycle(measured, terms).total / 100 + INTEREST;
  const [interval] = measured.intervals;
  if (interval === undefined) return;
  const kwh = (energy: number): number => Math.round(kilowattHours(milliwattHours(energy)));
  const { inPoint, interPoint, outPoint } = interval.consumed;
  const consumed = { inPoint: kwh(inPoint), interPoint: kwh(interPoint), outPoint: kwh(outPoint) };
  const note = 'Com juros da conta anterior.';
  const typed = { ...cycle, total: total.toFixed(2), consumed, note };
  await billing.enter(found.establishmentId, typed, new Date(now));
}

/** Files for the virtual meters and for the operator; only their owner can read them. */
interface DemonstrationFiles {
  readonly boards: string;
  readonly signIn: string;
  /** A board in stock that a newcomer can register. */
  readonly freeBoard: string;
}

interface FreeBoard {
  readonly mac: string;
  readonly code: string;
}

interface SignIn {
  readonly email: string;
  /** E-mail of the partner, who has the same password; absent in files of an earlier demonstration. */
  readonly partner?: string;
  readonly password: string;
}

function demonstrationFiles(dataDir: string): DemonstrationFiles {
  const folder = join(dataDir, 'demonstration');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return {
    boards: join(folder, 'boards.json'),
    signIn: join(folder, 'sign-in.json'),
    freeBoard: join(folder, 'free-board.json'),
  };
}

function keep(path: string, content: unknown): void {
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
}

function readStored<T>(path: string): T | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch {
    return null;
  }
}

/** The sign-in of an earlier start, or null. */
const readSignIn = (path: string): SignIn | null => readStored<SignIn>(path);

/** The board in stock of an earlier start, or `null`. */
const readFreeBoard = (path: string): FreeBoard | null => readStored<FreeBoard>(path);

interface Needs {
  readonly db: Connection;
  readonly sink: FrameSink;
  readonly days: MeterDays;
  /** Called for every board with a changed key. */
  readonly boardChanged: (mac: Mac) => Promise<void>;
  readonly hashPassword: (password: string) => Promise<string>;
  readonly clock: () => Instant;
  readonly dataDir: string;
  readonly log: Log;
}

interface Demonstration {
  readonly signIn: SignIn;
  /** The boards file of the virtual meters. */
  readonly boards: string;
  /** A board in stock, with its printed claim code. */
  readonly freeBoard: FreeBoard;
  /** Writes the months before those of `seedDemonstration`, while the server runs. Returns the number of frames. */
  readonly backfill: (signal: AbortSignal) => Promise<number>;
}

/** A three-phase board that is not installed at the first start. */
const FREE_MAC = '02:4E:41:00:0F:01';

const newPassword = (): string => `Aurora!${randomInt(100_000, 1_000_000)}`;

/** Creates the company at the first start; a later one sets a new password if that of the first is lost. @returns how both sign in */
async function settle({ db, hashPassword, clock }: Needs, password: string | null): Promise<SignIn> {
  const now = clock();
  const chosenPassword = password ?? newPassword();
  const hash = await hashPassword(chosenPassword);
  await db.transaction().execute(async (transaction) => {
    const company = createDemonstrationRepository(transaction);
    const owner = await company.addPerson(PERSON, hash, new Date(now));
    const partner = await company.addPerson(PARTNER, hash, new Date(now));
    // A visitor may have deleted an account: the sign-in is created again, without the company.
    if (await company.exists(METERS.map(({ mac }) => mac))) {
      if (password === null) await company.setPasswords([PERSON.email, PARTNER.email], hash);
      await goOnWithFlags(transaction, now);
      return;
    }
    if (owner === null || partner === null)
      throw new Error(`An account of ${PERSON.email} or ${PARTNER.email} exists without the demonstration`);
    await company.bring(owner, partner, PARTNER_LOGO);
    await createCompany(transaction, { owner, partner }, now);
  });
  return { email: PERSON.email, partner: PARTNER.email, password: chosenPassword };
}

/** Gives every board a new key, as a service technician would; the virtual meters go on where the history ends. */
async function equip({ db, boardChanged }: Needs, path: string): Promise<void> {
  const company = createDemonstrationRepository(db);
  const installed = await company.installedMeters(METERS.map(({ mac }) => mac));
  const meterByMac = new Map(installed.map((meter) => [meter.mac, meter]));
  const boards = [];
  for (const { mac, profile, equipment, seed, silent } of METERS) {
    const key = newDeviceKey();
    // The company of an earlier version may have fewer boards.
    if (!(await company.setKey(mac, hashDeviceKey(key)))) continue;
    await boardChanged(macOf(mac));
    const meter = meterByMac.get(mac);
    const resumeAt = meter?.lastAt?.toISOString();
    const leaking = meter === undefined ? null : leakStart(mac, meter.installedAt);
    const leakingFrom = leaking === null ? undefined : new Date(leaking).toISOString();
    if (!silent) boards.push({ mac, key, profile, equipment, zone: ZONE, seed, leakingFrom, resumeAt });
  }
  keep(path, boards);
}

/** The claim code of the board in stock never changes, so that a copy of it stays valid. */
async function stock({ db }: Needs, path: string): Promise<FreeBoard> {
  const code = readFreeBoard(path)?.code ?? newClaimCode();
  const claimHash = await hashClaimCode(code, FREE_MAC);
  const keyHash = hashDeviceKey(newDeviceKey());
  await createDemonstrationRepository(db).stock({ mac: FREE_MAC, keyHash, claimHash });
  keep(path, { mac: FREE_MAC, code });
  return { mac: FREE_MAC, code };
}

/**
 * Ensures that the demonstration company exists, with history up to now. A later start adds only the messages since the last one.
 */
export async function seedDemonstration(needs: Needs): Promise<Demonstration> {
  const { db, sink, clock, dataDir, log } = needs;
  const files = demonstrationFiles(dataDir);
  const signIn = await settle(needs, readSignIn(files.signIn)?.password ?? null);
  keep(files.signIn, signIn);
  const company = createDemonstrationRepository(db);
  const installed = await company.installedMeters(METERS.map(({ mac }) => mac));
  const startedAt = clock();
  const frames = await writeHistory(missingHistoryOf(installed, startedAt), sink);
  await company.settleWhenHeard(installed.map(({ installationId }) => installationId));
  await enterUtilityBill(db, needs.days, startedAt);
  await equip(needs, files.boards);
  const freeBoard = await stock(needs, files.freeBoard);
  log.info({ frames, ms: clock() - startedAt }, 'the demonstration company is ready');
  const backfill = async (signal: AbortSignal): Promise<number> => {
    const meters = await company.installedMeters(METERS.map(({ mac }) => mac));
    return backfillHistory(earlierHistoryOf(meters), sink, signal);
  };
  return { signIn, boards: files.boards, freeBoard, backfill };
}
