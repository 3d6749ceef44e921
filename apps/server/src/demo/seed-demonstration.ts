import { randomInt } from 'node:crypto';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { Log } from '@nascente/runtime/log';
import type { Connection } from '../platform/database/open-database.ts';
import { hashClaimCode, hashDeviceKey, newClaimCode, newDeviceKey } from '../sites/board-claims/index.ts';
import type { FrameSink } from '../telemetry/ingest/index.ts';
import type { MeterDays } from '../telemetry/series/index.ts';
import { ZONE } from './city.ts';
import { PERSON } from './company.ts';
import { completeCompany, METERS } from './complete-company.ts';
import { createDemonstrationRepository } from './demonstration.repository.ts';
import type { DemonstrationPerson } from './demonstration-person.ts';
import { tellHistory } from './history.ts';
import { type FreeBoard, keep, keptFiles, readFreeBoard, readSignIn, type SignIn } from './kept-files.ts';
import { PARTNER, PARTNER_LOGO } from './partner.ts';
import { leakStart, macOf, untoldOf } from './untold.ts';
import { enterUtilityBill } from './utility-bill.ts';

interface Needs {
  readonly db: Connection;
  readonly sink: FrameSink;
  readonly days: MeterDays;
  /** Told of every board whose key was changed. */
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
  /** In stock, with the code that is printed with it. */
  readonly freeBoard: FreeBoard;
}

/** Of three phases, in nobody's installation at the first start. */
const FREE_MAC = '02:4E:41:00:0F:01';

const newPassword = (): string => `Aurora!${randomInt(100_000, 1_000_000)}`;

/** Creates the people on the first start, and completes their establishments at every one. Answers how both sign in. */
async function settle({ db, hashPassword, clock }: Needs, password: string | null): Promise<SignIn> {
  const now = clock();
  const chosenPassword = password ?? newPassword();
  const hash = await hashPassword(chosenPassword);
  await db.transaction().execute(async (transaction) => {
    const company = createDemonstrationRepository(transaction);
    const enter = async (person: DemonstrationPerson) => {
      const personId = await company.personId(person.email);
      if (personId === null) return { id: await company.addPerson(person, hash, new Date(now)), isNew: true };
      if (password === null) await company.setPassword(personId, hash);
      return { id: personId, isNew: false };
    };
    const { id: owner } = await enter(PERSON);
    const { id: partner, isNew } = await enter(PARTNER);
    if (isNew) await company.bring(owner, partner, PARTNER_LOGO);
    await completeCompany(transaction, { owner, partner }, now);
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
    await company.setKey(mac, hashDeviceKey(key));
    await boardChanged(macOf(mac));
    const meter = meterByMac.get(mac);
    const resumeAt = meter?.lastAt?.toISOString();
    const leaking = meter === undefined ? null : leakStart(mac, meter.installedAt);
    const leakingFrom = leaking === null ? undefined : new Date(leaking).toISOString();
    if (!silent) boards.push({ mac, key, profile, equipment, zone: ZONE, seed, leakingFrom, resumeAt });
  }
  keep(path, boards);
}

/** Its code stays as it was told, so that a note of it goes on being good. */
async function stock({ db }: Needs, path: string): Promise<FreeBoard> {
  const code = readFreeBoard(path)?.code ?? newClaimCode();
  const claimHash = await hashClaimCode(code, FREE_MAC);
  const keyHash = hashDeviceKey(newDeviceKey());
  await createDemonstrationRepository(db).stock({ mac: FREE_MAC, keyHash, claimHash });
  keep(path, { mac: FREE_MAC, code });
  return { mac: FREE_MAC, code };
}

/**
 * Makes sure that the demonstration company is there, with a past up to now. A later start adds only what the
 * boards would have sent since the last one.
 */
export async function seedDemonstration(needs: Needs): Promise<Demonstration> {
  const { db, sink, clock, dataDir, log } = needs;
  const files = keptFiles(dataDir);
  const signIn = await settle(needs, readSignIn(files.signIn)?.password ?? null);
  keep(files.signIn, signIn);
  const company = createDemonstrationRepository(db);
  const installed = await company.installedMeters(METERS.map(({ mac }) => mac));
  const startedAt = clock();
  const frames = await tellHistory(untoldOf(installed, startedAt), sink);
  await company.settleWhenHeard(installed.map(({ installationId }) => installationId));
  await enterUtilityBill(db, needs.days, startedAt);
  await equip(needs, files.boards);
  const freeBoard = await stock(needs, files.freeBoard);
  log.info({ frames, ms: clock() - startedAt }, 'the demonstration company is ready');
  return { signIn, boards: files.boards, freeBoard };
}
