import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createCorrection, undoCorrection } from '@nascente/contract/energy/corrections';
import { PAGE_SIZES } from '@nascente/contract/telemetry/readings';
import { DAY_MS, HOUR_MS, instant } from '@nascente/domain/base/time/zone';
import { type BoardKind, blankFrame, type Frame } from '@nascente/domain/telemetry/frames/frame';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { inTransaction } from '../../platform/database/connections/client-connection.ts';
import { startTestFrames } from '../../testing/boards/test-frames.ts';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';
import { reopenFrames } from '../series/index.ts';

const NOW = '2026-11-13T14:20:00Z';
const FIRST = Date.parse('2026-11-07T21:07:00Z');
const PAGINATION = '/board/values/last/pagination';

let api: TestApi;
let owner: SeededPerson;
let send: ReturnType<typeof startTestFrames>;

beforeAll(async () => {
  api = await createTestApi(NOW);
  owner = await api.seed.person();
  send = startTestFrames(api, NOW);
});

const BOARDS = {
  tri: { type: 'eletric', model: 'tri', equipment: 'emd3p' },
  mono: { type: 'eletric', model: 'mono', equipment: 'emd' },
  water: { type: 'water', model: 'mono', equipment: 'emd' },
} as const;

const REALS: Readonly<Record<BoardKind, readonly (keyof Frame)[]>> = {
  tri: ['va', 'vb', 'vc', 'ia', 'pfa', 'pfc', 'wa', 'wb', 'vara', 'vthda', 'ithdc', 't'],
  mono: ['va', 'ia', 'pfa', 'wa', 'vara', 'vthda', 'ithda', 't'],
  water: ['flow', 't'],
};
const SUMS: Readonly<Record<BoardKind, readonly (keyof Frame)[]>> = {
  tri: ['energyA', 'energyB', 'energyC', 'reactiveA', 'reactiveC'],
  mono: ['energyA', 'reactiveA'],
  water: ['volume'],
};

const values = (kind: BoardKind) =>
  fc.record<Record<string, number | null>>({
    rssi: fc.option(fc.integer({ min: -90, max: -20 })),
    ...Object.fromEntries(
      REALS[kind].map((name) => [
        name,
        fc.option(
          fc
            .double({ min: name === 'flow' ? 0 : -4e4, max: 4e4, noNaN: true })
            .map((value) => +value.toFixed(3)),
          { freq: 4 },
        ),
      ]),
    ),
    ...Object.fromEntries(
      SUMS[kind].map((name) => [
        name,
        fc.option(fc.integer({ min: name === 'volume' ? 0 : -9_999, max: 99_999 }), { freq: 4 }),
      ]),
    ),
  });

const framesOf = (kind: BoardKind, instants: readonly number[]): readonly Frame[] =>
  fc
    .sample(values(kind), { numRuns: instants.length, seed: 7 })
    .map((measured, index) => ({ ...blankFrame(kind, instant(instants[index] ?? 0)), ...measured }));

/**
 * Irregular on purpose: most of a minute apart, bursts, hours without any, a UTC day without any (the 10th), and frames
 * on the edges of quarter-hours and days and a millisecond before them.
 */
const INSTANTS = (() => {
  const instants = new Set<number>();
  const [missing, end] = [Date.parse('2026-11-10T00:00:00Z'), Date.parse(NOW)];
  for (let at = FIRST, n = 0; at < end; n++) {
    instants.add(at);
    at += n % 211 === 210 ? 2.4 * HOUR_MS : n % 50 < 5 ? 750 : 113_000 + (n % 400) * 40;
  }
  for (const edge of ['09T00:00', '09T08:15', '11T00:00', '12T00:00', '12T13:00', '13T00:00', '13T12:30']) {
    const at = Date.parse(`2026-11-${edge}:00Z`);
    instants.add(at).add(at - 1);
  }
  return [...instants].filter((at) => at < missing || at >= missing + DAY_MS).sort((a, b) => a - b);
})();

const store = async (kind: BoardKind, installedAt = FIRST): Promise<SeededMeter> => {
  const establishment = await api.seed.establishment(owner);
  const meter = await api.seed.meter(establishment, { installed_at: new Date(installedAt) }, BOARDS[kind]);
  await send(meter, framesOf(kind, INSTANTS));
  return meter;
};

const close = (): Promise<number> => api.closeDays();

/** What is sent, to the byte. */
const page = async (meter: SeededMeter, requested: object, person = owner): Promise<string> => {
  const payload = { id: meter.mac, ...requested };
  const { statusCode, payload: body } = await api.raw('POST', PAGINATION, { token: person.token, payload });
  expect(statusCode).toBe(200);
  return body;
};

/** Civil days, a part of a day, from within a second to within another, and from the middle of a part of a page. */
const SPANS = [
  ['2026-11-07', '2026-11-13'],
  ['2026-11-09', '2026-11-11'],
  ['2026-11-08T05:41:12.500Z', '2026-11-13T09:12:07.750Z'],
  ['2026-11-12T05:10:00Z', '2026-11-12T11:50:00Z'],
  ['2026-11-13T13:20:00Z', NOW],
] as const;
const SKIPS = [0, 1, 7, 239, 240, 241, 480, 997, 1_700, 5_000];

const everyPage = async (meter: SeededMeter): Promise<readonly string[]> => {
  const pages: string[] = [];
  for (const [nth, [dateIn, dateOut]] of SPANS.entries()) {
    for (const [size, limit] of PAGE_SIZES.entries()) {
      const skips = [0, ...SKIPS.filter((_, index) => index % 3 === (nth + size) % 3)];
      pages.push(...(await Promise.all(skips.map((skip) => page(meter, { dateIn, dateOut, limit, skip })))));
    }
  }
  const [dateIn, dateOut] = SPANS[2];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const body = await page(meter, { dateIn, dateOut, limit: 250, cursor });
    pages.push(body);
    ({ next: cursor } = JSON.parse(body) as { next: string | null });
  }
  return pages;
};

/** A page of 1,000 frames and one that begins within it. */
const somePages = async (meter: SeededMeter): Promise<readonly string[]> => {
  const [dateIn, dateOut] = SPANS[0];
  return Promise.all([
    ...[0, 333, 1_100].map((skip) => page(meter, { dateIn, dateOut, limit: 1_000, skip })),
    page(meter, { dateIn: SPANS[3][0], dateOut: SPANS[3][1], limit: 1_000 }),
  ]);
};

const reopen = async ({ installationId }: SeededMeter): Promise<void> => {
  const days = Array.from({ length: 8 }, (_, day) => ({ installationId, at: FIRST + day * DAY_MS }));
  await inTransaction(await api.database.pool.connect(), (connection) => reopenFrames(connection, days));
};

test.for(['tri', 'mono', 'water'] as const)(
  'pages of closed days of a %s board match those of the readings byte for byte',
  async (kind) => {
    expect(INSTANTS.length).toBeGreaterThan(2_000);
    const meter = await store(kind);
    const fromReadings = await everyPage(meter);
    expect(fromReadings[0]).toContain('"date":"2026-11-13T14:');
    expect(await close()).toBeGreaterThanOrEqual(5);
    const closed = await everyPage(meter);
    expect(closed.findIndex((body, index) => body !== fromReadings[index])).toBe(-1);
    expect(closed).toHaveLength(fromReadings.length);
  },
);

/** The bodies of answers that follow one another on a connection. */
const bodiesOf = (received: Buffer): string[] => {
  const bodies: string[] = [];
  for (let at = 0; at < received.length; ) {
    const start = received.indexOf('\r\n\r\n', at) + 4;
    const length = Number(/content-length: (\d+)/i.exec(received.toString('latin1', at, start))?.[1]);
    bodies.push(received.toString('utf8', start, start + length));
    at = start + length;
  }
  return bodies;
};

test('a first page begins with the frames of the current quarter-hour, before and after closing days', async () => {
  const meter = await store('mono');
  const newest = INSTANTS.toReversed();
  const datesOf = async (dateIn: string, limit: number) => {
    const { value } = JSON.parse(await page(meter, { dateIn, dateOut: NOW, limit })) as {
      value: { date: string }[];
    };
    return value.map(({ date }) => Date.parse(date));
  };
  const underWay = newest.filter((at) => at >= Date.parse('2026-11-13T14:15:00Z'));
  expect(underWay.length).toBeGreaterThan(0);
  for (const prepare of [async () => 0, close]) {
    await prepare();
    expect(await datesOf('2026-11-13T14:15:00Z', 10)).toEqual(underWay);
    expect(await datesOf('2026-11-13T05:00:00Z', 10)).toEqual(newest.slice(0, 10));
    expect(await datesOf('2026-11-13T05:00:00Z', 100)).toEqual(newest.slice(0, 100));
  }
});

test.for([
  ['within a quarter-hour, with frames after it', '2026-11-12T18:07:40Z'],
  ['on the edge of a quarter-hour', '2026-11-12T18:14:59.999Z'],
  ['a moment before a frame on the edge of a day', '2026-11-11T23:59:59.998Z'],
  ['in the quarter-hour under way', NOW],
  ['later today', '2026-11-13T23:00:00Z'],
] as const)('a page begins after exactly the skipped number of newer frames: %s', async ([, dateOut]) => {
  const meter = await store('water');
  const dateIn = '2026-11-09T08:20:00Z';
  const wanted = INSTANTS.filter((at) => at >= Date.parse(dateIn) && at <= Date.parse(dateOut)).reverse();
  expect(wanted.length).toBeGreaterThan(900);
  const skips = [1, 2, 3, 60, 240, 481, 799, wanted.length - 4, wanted.length];
  for (const prepare of [async () => 0, close]) {
    await prepare();
    for (const skip of skips) {
      const body = await page(meter, { dateIn, dateOut, limit: 10, skip });
      const { value } = JSON.parse(body) as { value: { date: string }[] };
      const dates = value.map(({ date }) => Date.parse(date));
      expect(dates).toEqual(wanted.slice(skip, skip + 10));
    }
  }
});

test('a slow client that requests many pages gets each of them correctly', async () => {
  const meter = await store('tri');
  await close();
  const [dateIn, dateOut] = SPANS[0];
  const requested = Array.from({ length: 12 }, (_, nth) => ({
    dateIn,
    dateOut,
    limit: 1_000,
    skip: nth * 37,
  }));
  const expected = await Promise.all(requested.map((each) => page(meter, each)));
  const address = new URL(await api.fastify.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(address.port), address.hostname);
  for (const [nth, each] of requested.entries()) {
    const body = JSON.stringify({ id: meter.mac, ...each });
    const connection = nth === requested.length - 1 ? 'close' : 'keep-alive';
    socket.write(
      `POST /api${PAGINATION} HTTP/1.1\r\nhost: ${address.host}\r\naccess-token: ${owner.token}\r\n` +
        `content-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: ${connection}\r\n\r\n${body}`,
    );
  }
  expect(await Promise.all(requested.map((each) => page(meter, each)))).toEqual(expected);
  const read = bodiesOf(await buffer(socket));
  expect(read).toHaveLength(expected.length);
  expect(read.findIndex((body, nth) => body !== expected[nth])).toBe(-1);
});

test('answers pages of closed days without reading the readings', async () => {
  const meter = await store('tri');
  const before = await somePages(meter);
  await close();
  await api.database.pool.query(
    "delete from reading where installation_id = $1 and at < '2026-11-13 00:00Z'",
    [meter.installationId],
  );
  expect(await somePages(meter)).toEqual(before);
});

describe('changes after days were closed', () => {
  /** On a closed day, on the closed day without frames, and today. */
  const LATE = ['2026-11-12T05:21:30Z', '2026-11-10T05:21:30Z', '2026-11-13T05:21:30Z'];

  it.each(LATE)('shows a late frame of %s at once after days were closed', async (at) => {
    const meter = await store('tri');
    await close();
    await send(meter, framesOf('tri', [Date.parse(at)]));
    const shown = await somePages(meter);
    const day = { dateIn: at, dateOut: new Date(Date.parse(at) + HOUR_MS).toISOString(), limit: 1_000 };
    const around = await page(meter, day);
    expect(around).toContain(at.slice(0, 19));
    await reopen(meter);
    expect([await somePages(meter), await page(meter, day)]).toEqual([shown, around]);
    await close();
    expect([await somePages(meter), await page(meter, day)]).toEqual([shown, around]);
  });

  it.each(['2026-11-12', '2026-11-13'])(
    'shows an exclusion on %s and its undo at once after days were closed',
    async (day) => {
      const meter = await store('tri');
      await close();
      const before = await somePages(meter);
      const url = `/board/${meter.mac}/corrections`;
      const payload = { start: `${day}T05:00:00Z`, end: `${day}T07:00:00Z`, reason: 'Sensor trocado' };
      const { correction } = await api.succeed(createCorrection, url, { token: owner.token, payload });
      const excluded = await somePages(meter);
      expect(excluded.join()).not.toContain(`"date":"${day}T06:`);
      expect(excluded).not.toEqual(before);
      await close();
      expect(await somePages(meter)).toEqual(excluded);
      await api.succeed(undoCorrection, `${url}/${correction.id}/undo`, { token: owner.token });
      expect(await somePages(meter)).toEqual(before);
      await close();
      expect(await somePages(meter)).toEqual(before);
    },
  );

  it('a day that changes while it closes stays open', async () => {
    const meter = await store('tri');
    const morning = { dateIn: '2026-11-09T00:00:00Z', dateOut: '2026-11-09T06:00:00Z', limit: 1_000 };
    const closing = api.closeDays();
    const late = Date.parse('2026-11-09T03:21:30.111Z');
    for (let n = 0; n < 20; n++) await send(meter, framesOf('tri', [late + n * 60_000]));
    await closing;
    const shown = await page(meter, morning);
    expect(shown).toContain('2026-11-09T03:40:30.111Z');
    await close();
    expect(await page(meter, morning)).toBe(shown);
    await reopen(meter);
    expect(await page(meter, morning)).toBe(shown);
  });
});

describe('access to a part of the time', () => {
  it('shows no frame of a closed day before the installation', async () => {
    const begins = Date.parse('2026-11-12T10:07:31Z');
    const meter = await store('tri', begins);
    const before = await somePages(meter);
    await close();
    expect(await somePages(meter)).toEqual(before);
    const dates = (await somePages(meter)).flatMap(
      (body) => (JSON.parse(body) as { value: { date: string }[] }).value,
    );
    expect(dates.length).toBeGreaterThan(500);
    expect(dates.every(({ date }) => Date.parse(date) >= begins)).toBe(true);
  });

  it('shows after a change of owner only the closed days of the own installation', async () => {
    const before = await store('tri');
    await close();
    const handover = new Date('2026-11-13T09:00:00Z');
    await api.database.pool.query('update installation set removed_at = $2 where id = $1', [
      before.installationId,
      handover,
    ]);
    const buyer = await api.seed.person();
    const shop = await api.seed.establishment(buyer);
    const after = await api.seed.meter(shop, { mac: before.mac, installed_at: handover });
    const [dateIn, dateOut] = SPANS[0];
    expect(await page(after, { dateIn, dateOut, limit: 1_000 }, buyer)).toBe(
      '{"ok":true,"value":[],"next":null}',
    );
    const payload = { id: before.mac, dateIn, dateOut };
    expect(await api.fail('POST', PAGINATION, { token: owner.token, payload })).toMatchObject({
      status: 404,
    });
  });
});
