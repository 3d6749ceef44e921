import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { readDay, readMonths } from '@nascente/contract/energy/consumption';
import {
  type FileReadingJson,
  listImports,
  previewImport,
  startImport,
  undoImport,
  uploadPast,
} from '@nascente/contract/energy/past-imports';
import { instant } from '@nascente/domain/base/time/zone';
import type { Frame } from '@nascente/domain/telemetry/frames/frame';
import { beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { startSender } from '../../testing/boards/send-lines.ts';
import { triLine } from '../../testing/boards/test-telemetry.ts';
import { makeDue } from '../../testing/due-jobs.ts';
import { formFile } from '../../testing/form-file.ts';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

const NOW = '2026-11-20T15:02:00Z';
const fixture = (name: string): string =>
  readFileSync(new URL(`./fixtures/${name}.csv`, import.meta.url), 'utf8');
const STEEL = fixture('steel-works-four-days');
const WATER = fixture('household-water-two-meters');

let api: TestApi;
let owner: SeededPerson;
let meter: SeededMeter;

beforeAll(async () => {
  api = await createTestApi(NOW);
  await api.startJobs();
});

const aMeter = async (zone: string, type: 'eletric' | 'water' = 'eletric'): Promise<void> => {
  owner = await api.seed.person();
  const establishment = await api.seed.establishment(owner, { zone });
  meter = await api.seed.meter(
    establishment,
    { installed_at: new Date('2025-06-01T00:00:00Z') },
    { type, model: type === 'water' ? 'mono' : 'tri' },
  );
};
beforeEach(() => aMeter('Asia/Seoul'));

const asOwner = () => ({ token: owner.token });
const url = (rest = '') => `/board/${meter.mac}/imports${rest}`;
const upload = async (content: string | Buffer) =>
  api.succeed(uploadPast, url('?name=passado.csv'), { ...asOwner(), ...(await formFile('file', content)) });
const list = async () => (await api.succeed(listImports, url(), asOwner())).imports;
const ended = (id: number) =>
  expect
    .poll(async () => (await list()).find((one) => one.id === id)?.state, { timeout: 20_000 })
    .toBe('done');
const imported = async (content: string | Buffer, change: Partial<FileReadingJson> = {}) => {
  const { import: waiting, preview } = await upload(content);
  const reading = { ...preview.reading, ...change };
  await api.succeed(startImport, url(`/${waiting.id}/start`), { ...asOwner(), payload: { reading } });
  await ended(waiting.id);
  return { id: waiting.id, preview };
};
const undo = (id: number) => api.succeed(undoImport, url(`/${id}/undo`), asOwner());
const day = (date: string) =>
  api.succeed(readDay, `/consolidated/daily/${meter.mac}?date=${date}`, asOwner());

/** Column `name` of a CSV, added up by a road of its own. */
const columnSum = (csv: string, column: number, of: (cells: string[]) => boolean = () => true): number =>
  csv
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(','))
    .filter(of)
    .reduce((sum, cells) => sum + Math.round(Number(cells[column]) * 1_000), 0) / 1_000;

const everything = async (): Promise<unknown> => {
  const { rows } = await api.database.pool.query(
    `select q.*, i.installed_at, i.board_since, i.first_installed_at from installation i
      left join quarter q on q.installation_id = i.id and q.frames > 0 where i.id = $1 order by q.start`,
    [meter.installationId],
  );
  return rows;
};

describe('quarter-hours labelled by their end, with the midnight row of the day before', () => {
  it('detects the format, imports rows before the installation, shows them, and removes them again', async () => {
    const before = await everything();
    const { id, preview } = await imported(STEEL);
    expect(preview.reading).toMatchObject({
      time: 'dmy',
      instant: 'end',
      lateMidnight: true,
      intervalMinutes: 15,
      open: [],
    });
    expect(preview.questions).toEqual([]);
    expect(preview.summary).toMatchObject({
      rows: 384,
      takenRows: 384,
      refusals: [],
      quarters: 384,
      addedQuarters: 384,
      start: '2017-12-31T15:00:00.000Z',
      end: '2018-01-04T15:00:00.000Z',
      duplicates: { quarters: 0, intervals: [] },
    });
    expect(preview.summary.total).toEqual({
      consumed: columnSum(STEEL, 7),
      injected: 0,
      inductive: columnSum(STEEL, 1),
      capacitive: columnSum(STEEL, 2),
      volume: 0,
    });
    const first = await day('2018-01-01');
    const ofFirst = (cells: string[]) => cells[0]?.startsWith('1/1/2018') === true;
    expect(first.total).toBeCloseTo(columnSum(STEEL, 7, ofFirst), 9);
    expect(first.completeness).toBe(1);
    expect(first.hours[0]?.total).toBeCloseTo(3.17 + 4 + 3.24 + 3.31, 9);
    const { hist } = await api.succeed(readMonths, `/consolidated/monthly/${meter.mac}`, {
      ...asOwner(),
      payload: { months: ['01/2018'] },
    });
    expect(hist[0]?.value.total).toBeCloseTo(columnSum(STEEL, 7), 9);
    await api.closeDays();
    expect(await day('2018-01-01')).toEqual(first);
    expect((await undo(id)).import).toMatchObject({ state: 'undone', undone: { by: 'Ana' } });
    expect(await everything()).toEqual(before);
    expect((await api.fail('POST', url(`/${id}/undo`), asOwner())).msg).toBe(
      'Esta importação já foi desfeita.',
    );
  });

  it('imports the compressed file again, and names existing quarter-hours that it preserves', async () => {
    const lines = STEEL.split('\n');
    await imported(`${lines.slice(0, 101).join('\n')}\n`);
    const { id, preview } = await imported(gzipSync(STEEL));
    expect(preview.summary).toMatchObject({
      addedQuarters: 284,
      duplicates: {
        quarters: 100,
        intervals: [{ start: '2017-12-31T15:00:00.000Z', end: '2018-01-01T16:00:00.000Z' }],
      },
    });
    await undo(id);
    const rest = await day('2018-01-01');
    expect(rest.total).toBeCloseTo(
      columnSum(STEEL, 7, (cells) => cells[0]?.startsWith('1/1/2018') === true),
      9,
    );
    expect((await day('2018-01-03')).total).toBe(0);
  });
});

test('adds up a register of one of two meters, with a backward step, to last minus first', async () => {
  await aMeter('Europe/Madrid', 'water');
  const rowsOf = (name: string) =>
    WATER.trim()
      .split('\n')
      .map((line) => line.trim().split(','))
      .filter(([meterName]) => meterName === name);
  const { id, preview } = await imported(WATER, { open: [] });
  expect(preview.reading).toMatchObject({
    values: [{ isRegister: true }],
    only: { column: 0, text: 'w09' },
    open: ['meter'],
  });
  expect(preview.questions).toMatchObject([
    { about: 'meter', candidates: [{ label: 'w09' }, { label: 'w07' }, {}] },
  ]);
  const healthy = rowsOf('w09').map((cells) => Number(cells[2]));
  expect(preview.summary.total.volume * 1_000).toBeCloseTo((healthy.at(-1) ?? 0) - (healthy[0] ?? 0), 6);
  expect(preview.summary.total.volume * 1_000).toBeCloseTo(
    rowsOf('w09')
      .slice(1)
      .reduce((sum, cells) => sum + Number(cells[3]), 0),
    6,
  );
  await undo(id);
  const other = await upload(WATER);
  const reading = { ...other.preview.reading, only: { column: 0, text: 'w07' } };
  const { preview: unsteady } = await api.succeed(previewImport, url(`/${other.import.id}/preview`), {
    ...asOwner(),
    payload: { reading },
  });
  const values = rowsOf('w07').map((cells) => Number(cells[2]));
  expect(unsteady.summary.total.volume * 1_000).toBeCloseTo((values.at(-1) ?? 0) - (values[0] ?? 0), 6);
  const back = values.filter((value, index) => value < (values[index - 1] ?? value)).length;
  expect(unsteady.summary.verdicts).toContainEqual({ verdict: 'jitter', steps: back });
});

test('names bad lines, and reads the lines in Brazilian format', async () => {
  const file = [
    'Data;Hora;Consumo (kWh)',
    '01/02/2026;00:00;1.000,5',
    '01/02/2026;00:15;0,25',
    '01/02/2026;00:15;7',
    '31/02/2026;00:30;1',
    '01/02/2026;00:45;muito',
    '01/02/2026;01:00;-1',
    '20/11/2026;23:00;1',
    '01/02/2026;24:00;2',
    '01/02/2026;02:00;1.234.567,0',
    '01/02/2026',
  ].join('\r\n');
  await aMeter('America/Sao_Paulo');
  const { preview } = await upload(`\uFEFF${file}`);
  expect(preview.columns).toEqual(['Data', 'Hora', 'Consumo (kWh)']);
  expect(preview.reading).toMatchObject({ separator: ';', decimal: ',', timeColumn: 0, clockColumn: 1 });
  const { summary } = (
    await api.succeed(previewImport, url(`/${(await waiting()).id}/preview`), {
      ...asOwner(),
      payload: { reading: preview.reading },
    })
  ).preview;
  expect(summary.refusals.map(({ reason, lines }) => [reason, lines])).toEqual([
    ['repeated', [4]],
    ['time', [5]],
    ['number', [6]],
    ['future', [8]],
    ['implausible', [10]],
    ['cells', [11]],
  ]);
  expect(summary.total).toMatchObject({ consumed: 1002.75, injected: 1 });
  expect(summary.end).toBe('2026-02-02T03:00:00.000Z');
});

test('reads a file with an Excel separator line, and preserves its line numbers', async () => {
  await aMeter('America/Sao_Paulo');
  const rows = ['Data;Consumo (kWh)', '01/02/2026 00:00;1,5', '01/02/2026 00:15;2', '01/02/2026 00:30;x'];
  const { preview } = await upload(`\uFEFFsep=;\r\n${rows.join('\r\n')}`);
  expect(preview.columns).toEqual(['Data', 'Consumo (kWh)']);
  expect(preview.reading).toMatchObject({ separator: ';', decimal: ',', headerLine: 2 });
  expect(preview.sample[0]).toEqual(['01/02/2026 00:00', '1,5']);
  expect(preview.summary.total.consumed).toBe(3.5);
  expect(preview.summary.refusals.map(({ reason, lines }) => [reason, lines])).toEqual([['number', [5]]]);
});

const waiting = async (): Promise<{ id: number }> => {
  const { rows } = await api.database.pool.query<{ id: number }>(
    `select id from reading_import where installation_id = $1 and state = 'waiting'`,
    [meter.installationId],
  );
  return rows[0] ?? { id: 0 };
};

test('resumes an interrupted undo by itself', async () => {
  const before = await everything();
  const { id } = await imported(STEEL);
  await api.database.pool.query(`
    create function refuse_emptying() returns trigger language plpgsql as $$ begin raise 'broken off'; end $$;
    create trigger refuse_emptying before update or delete on reading_import for each row
      when (old.state = 'undone') execute function refuse_emptying();
    create trigger refuse_emptying before update or delete on quarter for each row
      when (old.import_id = ${id}) execute function refuse_emptying()`);
  await api.fail('POST', url(`/${id}/undo`), asOwner());
  expect(await everything()).not.toEqual(before);
  await api.database.pool.query('drop function refuse_emptying cascade');
  // Where the job has tried once already, it tries again within a minute; the test does not wait for it.
  const { rows: late } = await api.database.pool.query(
    `select id from job.job where name = 'undo-import' and state in ('created', 'retry')
      and start_after > now() + interval '1 minute'`,
  );
  expect(late).toEqual([]);
  const soon = async () => {
    await makeDue(api.database, 'undo-import', 'retry');
    return everything();
  };
  await expect.poll(soon, { timeout: 60_000 }).toEqual(before);
  expect((await list()).find((one) => one.id === id)?.state).toBe('undone');
}, 120_000);

test('stores late frames in an imported quarter-hour, and counts them once the import is undone', async () => {
  await aMeter('America/Sao_Paulo');
  const { id } = await imported('quando;kWh\n02/02/2026 00:00;1,5\n02/02/2026 00:15;2,5\n');
  const sender = await startSender(api, () => instant(Date.parse(NOW)));
  const line = triLine(meter.mac, Date.parse('2026-02-02T03:05:00Z'), {
    ...({ energyA: 250_000, energyB: 0, energyC: 0, reactiveA: 0, reactiveB: 0 } as Partial<Frame>),
  });
  await sender.send(meter, [line]);
  expect((await day('2026-02-02')).total).toBe(4);
  await undo(id);
  expect((await day('2026-02-02')).total).toBe(0.25);
});

test('refuses to import a file with an open question', async () => {
  await aMeter('America/Sao_Paulo');
  const file = [
    'Data;Hora;Consumo',
    ...[0, 15, 30, 45].map((minute) => `01/02/2026;00:${minute};${minute % 2},5`),
  ];
  const { import: waiting_, preview } = await upload(file.join('\n').replace(';00:0;', ';00:00;'));
  expect(preview.reading.open).toEqual(['unit']);
  const start = url(`/${waiting_.id}/start`);
  const refused = await api.fail('POST', start, { ...asOwner(), payload: { reading: preview.reading } });
  expect(refused.msg).toBe('Responda às perguntas sobre o arquivo antes de importar.');
  const [kwh, wh] = preview.questions[0]?.candidates ?? [];
  expect([kwh?.total.consumed, wh?.total.consumed]).toEqual([4, 0.004]);
  const { preview: settled } = await api.succeed(previewImport, url(`/${waiting_.id}/preview`), {
    ...asOwner(),
    payload: { reading: wh?.reading as FileReadingJson },
  });
  expect(settled.questions).toEqual([]);
  expect(settled.summary.total.consumed).toBe(0.004);
  await api.succeed(startImport, start, { ...asOwner(), payload: { reading: settled.reading } });
  await ended(waiting_.id);
});

test('imports an export of the product unchanged, phase by phase', async () => {
  await aMeter('America/Sao_Paulo');
  const phases = [
    'Consumo A (kWh);Consumo B (kWh);Consumo C (kWh);Injetada A (kWh);Injetada B (kWh);Injetada C (kWh);Reativa indutiva A (kvarh);Reativa capacitiva C (kvarh);Data;Hora',
    ...[0, 1, 2, 3, 4, 5, 6, 7].map(
      (n) =>
        `${(n * 5) % 8},125;0,25;${n % 3},5;0,0${(n * 3) % 8};0;0,001;0,1;0,2;01/02/2026;0${Math.floor(n / 4)}:${(n % 4) * 15 || '00'}`,
    ),
  ].join('\n');
  const { id } = await imported(phases);
  const sums = async () =>
    (
      await api.database.pool.query(
        'select start, consumed_a_mwh, consumed_b_mwh, consumed_c_mwh, injected_a_mwh, injected_b_mwh, injected_c_mwh, inductive_a_mvarh, inductive_b_mvarh, capacitive_a_mvarh, capacitive_c_mvarh from quarter where installation_id = $1 and frames > 0 order by start',
        [meter.installationId],
      )
    ).rows;
  const before = await sums();
  expect(before).toHaveLength(8);
  for (const format of ['csv', 'xlsx']) {
    const query = `start=2026-02-01&end=2026-02-02&every=15m&format=${format}`;
    const { rawPayload, statusCode } = await api.fastify.inject({
      url: `/api/board/${meter.mac}/export?${query}`,
      headers: { 'access-token': owner.token },
    });
    expect([statusCode, rawPayload.length > 0]).toEqual([200, true]);
    const source = { owner, meter };
    await aMeter('America/Sao_Paulo');
    const again = await imported(rawPayload);
    expect(again.preview.questions).toEqual([]);
    expect(await sums()).toEqual(before);
    ({ owner, meter } = source);
  }
  await undo(id);
});

test('shows the form for an unrecognised file, and refuses an import by a client', async () => {
  const { preview } = await upload('a;b\n1;2\n');
  expect(preview.reading).toMatchObject({ timeColumn: null, values: [] });
  expect(preview.columns).toEqual(['a', 'b']);
  expect(preview.summary.quarters).toBe(0);
  const empty = await upload('');
  expect(empty.preview.columns).toEqual([]);
  const client = await api.seed.person({ profile: 'client', manager_id: owner.id });
  await api.seed.give(client, meter);
  const refused = await api.fail('POST', url(), {
    token: client.token,
    ...(await formFile('file', STEEL)),
  });
  expect(refused.status).toBe(403);
});

test('compares the time-of-use periods of a file with the hours of the establishment', async () => {
  await aMeter('America/Sao_Paulo');
  const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
  const rows = hours.map((hour) => `16/06/2025;${hour}:00;${Number(hour) === 19 ? '1;0' : '0;1'}`);
  const { preview } = await upload(['Data;Hora;Ponta (kWh);Fora ponta (kWh)', ...rows].join('\n'));
  expect(preview.periods).toEqual({
    file: { peak: 1, intermediate: 0, offPeak: 23 },
    tariff: { peak: 3, intermediate: 0, offPeak: 21 },
  });
  expect(preview.questions.map(({ about, candidates }) => [about, candidates.length])).toEqual([
    ['periods', 1],
  ]);
});
