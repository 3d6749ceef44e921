import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { instant } from '@nascente/domain/base/time/zone';
import { connectDatabase } from '@nascente/server/platform/database/open-database';
import {
  buildReleaseCompany,
  RELEASED_AT,
  type ReleaseCompany,
  totalsOf,
} from '@nascente/server/testing/seeds/release-company';
import { createTestApi } from '@nascente/server/testing/test-api';
import { createBareDatabase } from '@nascente/server/testing/test-database';
import { startTestServer } from '@nascente/server/testing/test-server';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { makeBackup, restoreBackup } from './index.ts';

const log = pino({ level: 'silent' });
const folder = fileURLToPath(new URL('fixtures/', import.meta.url));
const archiveOf = (release: string): string => `${folder}release-${release}.tar.zst`;
const factsOf = (release: string): string => `${folder}release-${release}.json`;
const MAX_BYTES = 1_000_000;

const keepRelease = async (release: string): Promise<void> => {
  expect(existsSync(archiveOf(release))).toBe(false);
  const api = await createTestApi(RELEASED_AT);
  await api.startJobs();
  const company = await buildReleaseCompany(api);
  const facts = { company, totals: await totalsOf(api, company) };
  await makeBackup(api.database.connectionString, archiveOf(release), new Date(RELEASED_AT));
  writeFileSync(factsOf(release), `${JSON.stringify(facts, null, 2)}\n`);
};

/** KEEP_RELEASE=1.0.0 has an archive of the present code kept, once, for all later versions to be held against. */
const toKeep = process.env.KEEP_RELEASE;
if (toKeep !== undefined) test('stores an archive of this release', () => keepRelease(toKeep), 120_000);

const releases = readdirSync(folder).flatMap((name) => /^release-(.+)\.json$/.exec(name)?.[1] ?? []);

test('every release has an archive, and it is small', () => {
  expect(releases.length).toBeGreaterThan(0);
  for (const release of releases) expect(statSync(archiveOf(release)).size).toBeLessThan(MAX_BYTES);
});

describe.each(releases)('an archive of release %s', (release) => {
  test('restores the archive of a release into the present schema with the same totals', async () => {
    const { company, totals } = JSON.parse(readFileSync(factsOf(release), 'utf8')) as {
      company: ReleaseCompany;
      totals: object;
    };
    const bare = await createBareDatabase();
    await restoreBackup(bare, archiveOf(release), log);
    const database = connectDatabase(bare, log);
    afterAll(() => database.close());
    const server = await startTestServer(
      {},
      { beside: { database }, clock: () => instant(Date.parse(RELEASED_AT)) },
    );
    expect((await fetch(`${server.url}/ready`)).status).toBe(200);
    const api = await createTestApi(RELEASED_AT, { database });
    expect(await totalsOf(api, company)).toEqual(totals);
  }, 120_000);
});
