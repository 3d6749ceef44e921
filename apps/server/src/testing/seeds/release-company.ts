import { createHash } from 'node:crypto';
import { saveContract } from '@nascente/contract/money/billing-terms';
import { closeBill, listFrozenBills, readBill } from '@nascente/contract/money/bills';
import { readFramePage } from '@nascente/contract/telemetry/readings';
import { DAY_MS, HOUR_MS, instant, MINUTE_MS } from '@nascente/domain/base/time/zone';
import { blankFrame, type Frame } from '@nascente/domain/telemetry/frames/frame';
import { startTestFrames } from '../boards/test-frames.ts';
import type { TestApi } from '../test-api.ts';
import { aContract } from './a-contract.ts';
import { CONVENCIONAL, seedRules } from './bill-tariffs.ts';

/** When the kept archive was made: its sessions are open, and its newest day is not closed yet. */
export const RELEASED_AT = '2026-10-12T15:07:00Z';
const PERIOD = { start: '2026-09-01', end: '2026-09-30' };
const CLOSED_DAY = Date.parse('2026-10-09T00:00:00Z');
const EVERY_MS = 10 * MINUTE_MS;

/** What must be known of the company to ask for its totals. */
export interface ReleaseCompany {
  readonly token: string;
  readonly establishment: string;
  readonly image: string;
  readonly installationId: number;
  readonly mac: string;
  readonly water: string;
}

const framesFrom = (from: number, kind: 'tri' | 'water', count: number): Frame[] =>
  Array.from({ length: count }, (_, index) => {
    const blank = blankFrame(kind, instant(from + index * EVERY_MS + 1_000));
    const own =
      kind === 'water'
        ? { volume: 1_250 + index }
        : { va: 219.5 + index / 977, pfa: -0.5, energyA: 90_000 + index, energyB: -700, reactiveA: 4_321 };
    return { ...blank, ...own } as Frame;
  });

/** A customer with a bit of everything that totals are made of: closed and open days, a contract, a bill that was closed. */
export const buildReleaseCompany = async (api: TestApi): Promise<ReleaseCompany> => {
  const { seed } = api;
  const owner = await seed.person({ first_name: 'Marina', email: 'marina@nascente.test' });
  const establishment = await seed.establishment(owner, { name: 'Padaria "Aurora"; ’ção 🌱' });
  const installed = { installed_at: new Date('2026-01-01T00:00:00Z') };
  const meter = await seed.meter(establishment, installed);
  const water = await seed.meter(establishment, installed, {
    type: 'water',
    model: 'mono',
    equipment: 'emd',
  });
  const send = startTestFrames(api, RELEASED_AT);
  const perDay = DAY_MS / EVERY_MS;
  const untilNow = 3 * perDay + (15 * HOUR_MS) / EVERY_MS;
  await send(meter, framesFrom(Date.parse('2026-09-10T00:00:00Z'), 'tri', perDay));
  await send(meter, framesFrom(CLOSED_DAY, 'tri', untilNow));
  await send(water, framesFrom(CLOSED_DAY, 'water', untilNow));
  const tax = await seedRules(seed, [{ validFrom: '2026-01-01', rules: CONVENCIONAL }]);
  const asOwner = { token: owner.token };
  const terms = aContract({ taxes: [], cosip: { mode: 'flat', amount: '12.34' } });
  await api.succeed(saveContract, `/establishment/${establishment}/contract`, {
    ...asOwner,
    payload: { validFrom: '2026-01-01', tax, terms },
  });
  await api.succeed(closeBill, `/establishment/${establishment}/bills`, { ...asOwner, payload: PERIOD });
  const image = await seed.image(owner, 'an image of the first release');
  if ((await api.closeDays()) === 0) throw new Error('no day was closed');
  const { token } = owner;
  return {
    token,
    establishment,
    image,
    installationId: meter.installationId,
    mac: meter.mac,
    water: water.mac,
  };
};

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

/** Numbers and texts that no later version may tell otherwise. */
export const totalsOf = async (api: TestApi, company: ReleaseCompany) => {
  const { token, establishment, mac, water, image } = company;
  const ask = async (path: string) =>
    (await api.inject('GET', path, { token })).body as Record<string, unknown>;
  const dayOf = async (meter: string, date: string) =>
    (await ask(`/consolidated/daily/${meter}?date=${date}`)).total;
  const url = `/establishment/${establishment}/bill?start=${PERIOD.start}&end=${PERIOD.end}`;
  const { bill } = await api.succeed(readBill, url, { token });
  const { bills } = await api.succeed(listFrozenBills, `/establishment/${establishment}/bills`, { token });
  const span = { id: mac, dateIn: CLOSED_DAY, dateOut: Date.parse(RELEASED_AT), limit: 1_000 };
  const { value } = await api.succeed(readFramePage, '/board/values/last/pagination', {
    token,
    payload: span,
  });
  const frames = value.map(({ date, va, pfa, kwha, kwhb, kvarha }) => [date, va, pfa, kwha, kwhb, kvarha]);
  const picture = await api.raw('GET', `/image/${image}`, { token });
  return {
    electric: [
      await dayOf(mac, '2026-09-10'),
      await dayOf(mac, '2026-10-10'),
      await dayOf(mac, '2026-10-12'),
    ],
    water: [await dayOf(water, '2026-10-10'), await dayOf(water, '2026-10-12')],
    bill: { total: bill.total, lines: bill.lines.map(({ amount }) => amount) },
    frozenBills: bills.length,
    frames: { count: frames.length, sum: sha256(JSON.stringify(frames)) },
    image: { status: picture.statusCode, sum: sha256(picture.rawPayload) },
  };
};
