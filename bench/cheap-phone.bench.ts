import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { login } from '@nascente/contract/people/session';
import { listEstablishments } from '@nascente/contract/sites/establishments';
import { startDemonstration } from '../tests/e2e/setup/demonstration-server.ts';
import { launchPhone, type Opening, openOnCheapPhone } from './phone/cheap-phone.ts';

/** The screens that are opened most, on a cheap phone over a slow network: `RUNS` times each, medians. */
const RUNS = Number(process.env.RUNS ?? 3);
const METER = '02:4E:41:00:00:01';

const medianOf = (openings: readonly Opening[], what: keyof Opening): number => {
  const sorted = openings.map((opening) => opening[what]).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

/** Who owns the demonstration company, and one establishment of hers. */
const readCompany = async (address: string, dataDir: string) => {
  const file = readFileSync(join(dataDir, 'demonstration/sign-in.json'), 'utf8');
  const { email, password } = JSON.parse(file) as { email: string; password: string };
  const signedIn = await fetch(`${address}/api${login.path}`, {
    method: login.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: Buffer.from(password).toString('base64') }),
  });
  const { token } = login.answer.parse(await signedIn.json());
  const headers = { 'access-token': token };
  const answered = await fetch(`${address}/api${listEstablishments.path}`, { headers });
  const [establishment] = listEstablishments.answer.parse(await answered.json()).establishments;
  if (establishment === undefined) throw new Error('The demonstration has no establishment');
  return { token, establishment: establishment._id };
};

const dataDir = mkdtempSync(join(tmpdir(), 'nascente-bench-'));
const browser = await launchPhone();
// No company is registered here, so no public registry is needed.
const server = await startDemonstration('cheap-phone', dataDir, 9);
try {
  const { address } = server.server;
  const { token, establishment } = await readCompany(address, dataDir);
  const screens = [
    ['Home', '/home', token],
    ['Meter', `/meter/${METER}`, token],
    ['Bill', `/bill/${establishment}`, token],
    ['Login', '/login', null],
  ] as const;
  console.log('| screen | largest paint | long tasks | requests before it | scripts | kB | in all |');
  console.log('|---|---|---|---|---|---|---|');
  for (const [name, path, token] of screens) {
    const openings: Opening[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      openings.push(await openOnCheapPhone(browser, { address, path, token }));
    }
    const median = (what: keyof Opening) => Math.round(medianOf(openings, what));
    const inSeconds = (ms: number) => (ms / 1_000).toFixed(2);
    const runs = openings.map(({ largestPaintMs }) => inSeconds(largestPaintMs)).join(', ');
    const cells = [
      name,
      `${inSeconds(median('largestPaintMs'))} s (${runs})`,
      `${median('longTasksMs')} ms`,
      median('requests'),
      median('scripts'),
      median('kilobytes'),
      `${median('allRequests')} requests, ${median('allKilobytes')} kB`,
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
} finally {
  await server.stop();
  await browser.close();
  rmSync(dataDir, { recursive: true, force: true });
}
