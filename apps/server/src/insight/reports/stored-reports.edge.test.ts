import {
  listReportSubscriptions,
  listReports,
  makeReport,
  type Report,
  subscribeToReports,
  unsubscribeFromReports,
} from '@nascente/contract/insight/reports';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { steadyReadings } from '../../testing/boards/steady-readings.ts';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

const NOW = '2026-10-12T15:07:00Z';
const WAIT = { timeout: 30_000, interval: 100 };
const plain = (text: string): string => text.replaceAll(/\s+/g, ' ');

let api: TestApi;
let manager: SeededPerson;
let client: SeededPerson;
let establishment: string;
let oven: SeededMeter;
let fridge: SeededMeter;

beforeAll(async () => {
  api = await createTestApi(NOW);
  await api.startJobs();
});

/** A building of two tenants, one with an account; measured in September and until 11 October. */
beforeEach(async () => {
  api.setClock(NOW);
  await api.database.pool.query('delete from mailbox_letter');
  manager = await api.seed.person({ profile: 'Manager', first_name: 'Marina' });
  const tariff = await api.seed.tariff([
    { valid_from: '2026-01-01', in_point: '1', inter_point: '1', out_point: '1' },
  ]);
  establishment = await api.seed.establishment(manager, { name: 'Edifício', tariff_id: tariff });
  oven = await api.seed.meter(establishment, { name: 'Forno', tariff_id: tariff });
  fridge = await api.seed.meter(establishment, { name: 'Câmara fria', tariff_id: tariff });
  client = await api.seed.person({ profile: 'client', manager_id: manager.id, first_name: 'Rui' });
  await api.seed.give(client, oven);
  for (const [meter, kwh] of [
    [oven, 300],
    [fridge, 700],
  ] as const)
    await api.seed.readings(meter, steadyReadings('2026-09-01', '2026-09-30', { kwh }));
});

const reportsOf = async ({ token }: SeededPerson): Promise<Report[]> =>
  (await api.succeed(listReports, '/reports', { token })).reports;

const ask = async (payload: object, { token }: SeededPerson = manager): Promise<Report> =>
  (await api.succeed(makeReport, '/reports', { token, payload })).report;

/** Asks, and waits until its job is done. */
const made = async (payload: object, person: SeededPerson = manager): Promise<Report> => {
  const { _id } = await ask(payload, person);
  const found = async () => (await reportsOf(person)).find((report) => report._id === _id);
  await expect.poll(async () => (await found())?.state, WAIT).toBe('made');
  return (await found()) as Report;
};

const ofEstablishment = () => ({
  kind: 'establishment',
  subject: establishment,
  period: 'month',
  day: '2026-09-15',
});

const fileOf = async (id: string, query: string, { token }: SeededPerson = manager) => {
  const { statusCode, rawPayload } = await api.raw('GET', `/reports/${id}/file?${query}`, { token });
  return { status: statusCode, content: rawPayload };
};
const textOf = async (id: string, person: SeededPerson = manager, version = ''): Promise<string> => {
  const { content } = await fileOf(id, `format=pdf${version}`, person);
  return plain((await extractText(new Uint8Array(content), { mergePages: true })).text);
};

describe('a requested report', () => {
  it('a job creates a report and stores it as PDF and workbook', async () => {
    const report = await made(ofEstablishment());
    expect(report).toMatchObject({
      kind: 'establishment',
      subjectName: 'Edifício',
      start: '2026-09-01',
      end: '2026-09-30',
      isOpen: false,
      progress: 100,
      versions: [{ number: 1, total: 1_000, completeness: 1, changes: [] }],
    });
    expect(await textOf(report._id)).toContain('R$ 1.000,00');
    expect((await fileOf(report._id, 'format=xlsx')).content.subarray(0, 2).toString()).toBe('PK');
    expect((await fileOf(report._id, 'version=2')).status).toBe(404);
  });

  it.each([
    ['week', 'establishment', 'Relatório semanal de energia'],
    ['month', 'portfolio', 'Relatório mensal do portfólio'],
    ['week', 'portfolio', 'Relatório semanal do portfólio'],
  ])('a report of a %s of the %s shows its period and kind', async (period, kind, title) => {
    const subject = kind === 'establishment' ? establishment : null;
    const report = await made({ kind, subject, period, day: '2026-09-16' });
    const text = await textOf(report._id);
    expect(text).toContain(title);
    expect(text).toContain('Edifício');
    if (period === 'week') expect([report.start, report.end]).toEqual(['2026-09-14', '2026-09-20']);
    // A quarter-hour has thousandths, cents are cut at the end.
    const sum = period === 'week' ? (1_000 * 7) / 30 : 1_000;
    expect(report.versions[0]?.total).toBeCloseTo(sum, 1);
  });

  it('a weekly portfolio report compares with the week before, although the cycle continues', async () => {
    api.setClock('2026-09-23T15:07:00Z');
    const report = await made({ kind: 'portfolio', subject: null, period: 'week', day: '2026-09-16' });
    const text = await textOf(report._id);
    expect(text).toContain('como na semana anterior');
    expect(text).toContain('0,0%');
  });

  it('a report of a group adds up its meters', async () => {
    const { rows } = await api.database.pool.query<{ id: string }>(
      `insert into meter_group (owner_id, name, type, created_at) values ($1, 'Térreo', 'eletric', now()) returning id`,
      [manager.id],
    );
    const id = rows[0]?.id;
    await api.database.pool.query(
      `insert into group_member values ($1, $2, '2026-01-01', null, '2026-01-01'), ($1, $3, '2026-01-01', null, '2026-01-01')`,
      [id, oven.installationId, fridge.installationId],
    );
    const report = await made({ kind: 'group', subject: id, period: 'month', day: '2026-09-15' });
    expect(report).toMatchObject({ subjectName: 'Térreo', versions: [{ total: 1_000 }] });
    expect(await textOf(report._id)).toContain('Câmara fria');
  });

  it('two equal requests create one report with one version', async () => {
    const [one, other] = await Promise.all([ask(ofEstablishment()), ask(ofEstablishment())]);
    expect(one._id).toBe(other._id);
    await made(ofEstablishment());
    const report = await made(ofEstablishment());
    expect(report.versions).toHaveLength(1);
    expect(await reportsOf(manager)).toHaveLength(1);
  });

  it('creates a report again when a process died in the middle of it', async () => {
    const report = await made(ofEstablishment());
    await api.database.pool.query(`delete from report_version where report_id = $1`, [report._id]);
    await api.database.pool.query(
      `update report set state = 'making', progress = 40, touched_at = $2 where id = $1`,
      [report._id, '2026-10-12T15:00:00Z'],
    );
    await api.resumeReports();
    await expect.poll(async () => (await reportsOf(manager))[0]?.state, WAIT).toBe('made');
    expect((await reportsOf(manager))[0]?.versions).toHaveLength(1);
  });

  it('refuses a report of days before the first meter with a readable message', async () => {
    await api.database.pool.query('update installation set installed_at = $1 where id = any($2)', [
      '2026-08-20T12:00:00Z',
      [oven.installationId, fridge.installationId],
    ]);
    const refusedOf = async (about: object) => {
      const payload = { period: 'month', day: '2020-03-01', ...about };
      const { errors, status } = await api.fail('POST', '/reports', { token: manager.token, payload });
      return [status, errors?.[0]];
    };
    const msg =
      'Não há medição neste período: o primeiro medidor foi instalado em 20/08/2026. Escolha um dia a partir daí.';
    for (const about of [
      { kind: 'establishment', subject: establishment },
      { kind: 'establishment', subject: establishment, period: 'week', day: '2026-08-16' },
      { kind: 'portfolio', subject: null },
      { kind: 'statement', subject: client.id },
    ])
      expect(await refusedOf(about)).toEqual([400, { path: 'day', msg }]);
    expect(await refusedOf({ kind: 'establishment', subject: establishment, type: 'water' })).toEqual([
      400,
      { path: 'day', msg: 'Não há medição neste período: nenhum medidor foi instalado ainda.' },
    ]);
    expect(await reportsOf(manager)).toEqual([]);
    await ask({ ...ofEstablishment(), day: '2026-08-01' });
  });

  it('refuses a report of the future or without access', async () => {
    const { token } = client;
    const partly = await api.inject('POST', '/reports', { token, payload: ofEstablishment() });
    expect(partly.status).toBe(403);
    const later = { ...ofEstablishment(), day: '2026-12-01' };
    expect((await api.inject('POST', '/reports', { token: manager.token, payload: later })).status).toBe(400);
    const otherAccount = await api.seed.person({ profile: 'Manager' });
    for (const payload of [ofEstablishment(), { kind: 'statement', subject: client.id, period: 'month' }]) {
      const { status } = await api.inject('POST', '/reports', { token: otherAccount.token, payload });
      expect(status).toBe(404);
    }
  });
});

describe('the statement of a client user', () => {
  const statement = () => ({ kind: 'statement', subject: client.id, period: 'month', day: '2026-09-15' });

  it('the statement shows the amounts and reasons of the client’s own meters to the client and its Manager', async () => {
    for (const [meter, kwh] of [
      [oven, 240],
      [fridge, 760],
    ] as const)
      await api.seed.readings(meter, steadyReadings('2026-08-01', '2026-08-31', { kwh }));
    const report = await made(statement());
    expect(report).toMatchObject({ subjectName: 'Rui', versions: [{ total: 300 }] });
    const own = await made({ ...statement(), subject: null }, client);
    expect(own._id).toBe(report._id);
    const text = await textOf(report._id, client);
    for (const expected of [
      'Rui',
      'Forno',
      '300,0 kWh',
      '30,0%',
      'R$ 300,00',
      '1 set – 30 set 2026',
      'do que o estabelecimento consumiu de 1 set a 30 set 2026.',
      'A pagar',
      'os preços da fatura',
      'no ciclo anterior foram 240,0 kWh e R$ 240,00; o consumo subiu 25% e o valor subiu 25%.',
    ])
      expect(text).toContain(plain(expected));
    expect(text).not.toContain('Câmara fria');
    expect(text).not.toContain('700');
    expect(text).not.toContain('760');
  });

  it('the statement shows the amount to pay once the cycle is over, although its month is not', async () => {
    await api.database.pool.query('update establishment set bill_read_day = 10 where id = $1', [
      establishment,
    ]);
    const report = await made({ ...statement(), day: '2026-10-11' });
    expect(report).toMatchObject({ start: '2026-09-10', end: '2026-10-09', isOpen: false });
    const { _id } = report;
    const text = await textOf(_id, client);
    for (const expected of ['10 set – 9 out 2026', 'A pagar']) expect(text).toContain(expected);
    expect(text).not.toContain('Até agora');
    expect(text).not.toContain('ainda não terminou');
  });

  it('the statement shows its days in the list, file names and e-mail, and comes once', async () => {
    await api.database.pool.query('update establishment set bill_read_day = 10 where id = $1', [
      establishment,
    ]);
    const { _id, start, end } = await made({ ...statement(), day: '2026-10-11' });
    expect([start, end]).toEqual(['2026-09-10', '2026-10-09']);
    const { headers } = await api.raw('GET', `/reports/${_id}/file?format=pdf`, { token: manager.token });
    expect(headers['content-disposition']).toContain('demonstrativo-2026-09-10-2026-10-09.pdf');
    expect((await made({ ...statement(), day: end }))._id).toBe(_id);
    expect(await reportsOf(manager)).toHaveLength(1);
    const { token } = manager;
    const wanted = { kind: 'statement', subject: client.id, period: 'month', formats: ['pdf'], byMail: true };
    await api.succeed(subscribeToReports, '/reports/subscriptions', { token, payload: wanted });
    api.setClock('2026-11-01T12:00:00Z');
    await api.sendReports();
    await expect.poll(async () => (await api.mail.readMailbox()).length, WAIT).toBe(1);
    await api.sendReports();
    const [mailMessage] = await api.mail.readMailbox();
    expect(mailMessage?.subject).toContain('10 set – 9 out 2026');
  });

  it('removes the statement for a client that can no longer see its meters', async () => {
    const { _id } = await made(statement());
    expect((await fileOf(_id, 'format=pdf', client)).status).toBe(200);
    await api.database.pool.query('delete from meter_access where account_id = $1', [client.id]);
    expect((await fileOf(_id, 'format=pdf', client)).status).toBe(404);
    expect(await reportsOf(client)).toEqual([]);
    expect((await fileOf(_id, 'format=pdf', manager)).status).toBe(200);
  });
});

describe('a stored report that differs from the screens', () => {
  const late = () =>
    api.seed.readings(
      oven,
      steadyReadings('2026-09-03', '2026-09-03', { kwh: 24 }).map((row) => ({
        ...row,
        at: new Date(new Date(row.at).getTime() + 60_000),
      })),
    );
  const subscribe = (payload: object) =>
    api.succeed(subscribeToReports, '/reports/subscriptions', { token: manager.token, payload });

  it('creates a new version with its changes, and notifies the recipients of the e-mail once', async () => {
    api.setClock('2026-09-20T15:00:00Z');
    await subscribe({
      kind: 'establishment',
      subject: establishment,
      period: 'month',
      formats: ['pdf', 'xlsx'],
      byMail: true,
    });
    await api.travelTo('2026-10-01T12:00:00Z');
    await api.sendReports();
    const mails = () => api.mail.readMailbox();
    await expect.poll(async () => (await mails()).length, WAIT).toBe(1);
    const [first] = await reportsOf(manager);
    await late();
    await api.travelTo('2026-10-02T16:00:00Z');
    await api.lookAtReports();
    await api.lookAtReports();
    const [report] = await reportsOf(manager);
    expect(report?.versions.map(({ number }) => number)).toEqual([2, 1]);
    const [change] = report?.versions[0]?.changes ?? [];
    expect(plain(change ?? '')).toMatch(
      /^O total passou de R\$ 1\.000,00 para R\$ 1\.024,00: leituras (atrasadas|corrigidas) de 3 de setembro\.$/,
    );
    expect(await textOf(first?._id ?? '')).toContain(plain(change ?? ''));
    expect(await textOf(first?._id ?? '', manager, '&version=1')).toContain('R$ 1.000,00');
    await expect.poll(async () => (await mails()).length, WAIT).toBe(2);
    expect((await mails())[0]).toMatchObject({ subject: expect.stringContaining('(atualizado)') });
    expect(plain((await mails())[0]?.text ?? '')).toContain(plain(change ?? ''));
  });

  it('creates subscribed reports automatically, and stops after the subscription ends', async () => {
    api.setClock('2026-09-23T15:00:00Z');
    const weekly = { kind: 'portfolio', period: 'week', formats: ['xlsx'], byMail: false };
    const { subscription } = await subscribe(weekly);
    const listed = async () =>
      (await api.succeed(listReportSubscriptions, '/reports/subscriptions', { token: manager.token }))
        .subscriptions;
    expect(await listed()).toEqual([subscription]);
    await api.travelTo('2026-09-28T12:00:00Z');
    await api.sendReports();
    await expect.poll(async () => (await reportsOf(manager))[0]?.state, WAIT).toBe('made');
    expect(await reportsOf(manager)).toMatchObject([
      { kind: 'portfolio', period: 'week', start: '2026-09-21', end: '2026-09-27' },
    ]);
    expect(await api.mail.readMailbox()).toEqual([]);
    await api.succeed(unsubscribeFromReports, `/reports/subscriptions/${subscription._id}`, {
      token: manager.token,
    });
    expect(await listed()).toEqual([]);
    await api.travelTo('2026-10-05T12:00:00Z');
    await api.sendReports();
    expect(await reportsOf(manager)).toHaveLength(1);
  });

  it('an account at the subscription limit can edit a subscription but not add one', async () => {
    const weekly = { kind: 'portfolio', period: 'week', formats: ['xlsx'], byMail: false };
    const { subscription } = await subscribe(weekly);
    await api.database.pool.query(
      `with made as (insert into meter_group (owner_id, name, type, created_at)
          select $1, 'Grupo ' || n, 'eletric', now() from generate_series(1, 999) n returning id)
        insert into report_subscription (account_id, kind, group_id, period, formats, by_mail, sent_until)
          select $1, 'group', id, 'month', array['pdf'], false, '2026-09-30' from made`,
      [manager.id],
    );
    expect((await subscribe({ ...weekly, formats: ['pdf'], byMail: true })).subscription).toEqual({
      ...subscription,
      formats: ['pdf'],
      byMail: true,
    });
    const payload = { ...weekly, period: 'month' };
    expect(await api.fail('PUT', '/reports/subscriptions', { token: manager.token, payload })).toMatchObject({
      status: 409,
      msg: expect.stringContaining('Encerre um deles antes'),
    });
  });
});

it('reports show the logo of the customer, and are tagged', async () => {
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  await api.database.pool.query('update account set company_logo = $2 where id = $1', [
    manager.id,
    `data:image/png;base64,${png}`,
  ]);
  const { _id } = await made(ofEstablishment());
  const { content } = await fileOf(_id, 'format=pdf');
  const pdf = await getDocumentProxy(new Uint8Array(content));
  expect(JSON.stringify(await (await pdf.getPage(1)).getStructTree())).toContain('Logotipo de Edifício');
  const workbook = (await fileOf(_id, 'format=xlsx')).content;
  expect(workbook.includes('xl/media/image1.png')).toBe(true);
});
