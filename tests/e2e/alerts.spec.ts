import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AlertPreference, saveAlertNotices } from '@nascente/contract/alerts/alert-notices';
import { addAlertWebhook } from '@nascente/contract/alerts/alert-webhooks';
import { type MailMessage, readMailbox } from '@nascente/contract/operations/mailbox';
import { confirmEmail, requestActivateEmail } from '@nascente/contract/people/email-confirmation';
import { login } from '@nascente/contract/people/session';
import { signUp } from '@nascente/contract/people/sign-up';
import { createEstablishment } from '@nascente/contract/sites/establishments';
import { createInstallation } from '@nascente/contract/sites/meters';
import { provisionBoards } from '@nascente/contract/telemetry/inventory';
import { DEFAULT_ZONE } from '@nascente/domain/base/time/zone';
import { normalizeMac } from '@nascente/domain/sites/boards/mac';
import { createVirtualBoard, type VirtualBoard } from '@nascente/virtual-meters/board/virtual-board';
import { openConnection } from '@nascente/virtual-meters/publishing/run-boards';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { aCompany } from './setup/establishments.ts';
import { ADMIN, createMovedServer } from './setup/moved-server.ts';
import { ask, linkIn } from './setup/people.ts';
import { openPushService } from './setup/push/push-service.ts';
import { isSignedIn, wantsNoTours } from './setup/remembered.ts';
import { expect, settled, test } from './setup/test.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const QUARTER = 15 * MINUTE;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SPACING = 5 * MINUTE;
const LINES_A_MESSAGE = 1_000;
const PLACE = 'Padaria do Porto';
const OWNER = { email: 'bia@padaria.test', password: 'Pao#quente1' };
/** Screens poll once a minute, and update earlier where the live feed reaches them. */
const SLOW = { timeout: 120_000 };

const LEAK = 'Possível vazamento: Água';
const HEADING = `Demanda a caminho do limite: ${PLACE}`;
const OVERRUN = `Ultrapassagem de demanda: ${PLACE}`;
const REPORTED = [LEAK, HEADING, OVERRUN];

type Server = Awaited<ReturnType<typeof createMovedServer>>;

/** Five and a half minutes into a quarter-hour; its expected demand is shown from the fifth minute on. */
const intoQuarter = (instant: number): number => Math.floor(instant / QUARTER) * QUARTER + 5.5 * MINUTE;

/**
 * Ten in the morning of a working day in Recife, when a factory draws much; some days ago, so that the days in which all is
 * well again lie between then and now.
 */
const workingMorning = (): number => {
  let day = Math.floor(Date.now() / DAY) * DAY - 3 * DAY;
  while ([0, 6].includes(new Date(day).getUTCDay())) day -= DAY;
  return day + 13 * HOUR;
};

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const tokenOf = async ({ address }: Pick<Server, 'address'>, { email, password }: typeof OWNER) =>
  (await ask(login, { address, body: { email, password: base64(password) } })).token;

/** A customer's system that accepts only deliveries signed with its secret. */
const openReceiver = async () => {
  const messages: { readonly event: string; readonly title: string }[] = [];
  let secret = '';
  let refused = 0;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString();
      const signed = `${String(request.headers['x-nascente-timestamp'])}.${body}`;
      const isOurs =
        request.headers['x-nascente-signature'] === createHmac('sha256', secret).update(signed).digest('hex');
      if (isOurs) messages.push(JSON.parse(body));
      else refused += 1;
      response.writeHead(isOurs ? 204 : 401).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/alertas`,
    trust: (nextSecret: string) => {
      secret = nextSecret;
    },
    notified: (event: string) => messages.filter((one) => one.event === event).map(({ title }) => title),
    refused: () => refused,
    close: () => void server.close(),
  };
};

const boards = [
  { mac: '02:4E:41:0A:00:01', type: 'water', model: 'mono', equipment: 'emd', name: 'Água' },
  { mac: '02:4E:41:0A:00:02', type: 'eletric', model: 'tri', equipment: 'emd3p', name: 'Geral' },
] as const;

/** A new customer with a contract of 2 kW, a water meter and a meter of the whole establishment, installed 20 days ago. */
const settle = async ({ address, now }: Server) => {
  const admin = await tokenOf({ address }, ADMIN);
  const { token } = await ask(signUp, { address, body: { name: 'Beatriz Nunes', ...OWNER } });
  const company = { ...aCompany(PLACE), bill: { tariff: 'A', contractedDemand: 2 } } as const;
  const { establishment } = await ask(createEstablishment, { address, token, body: company });
  const { boards: provisioned } = await ask(provisionBoards, {
    address,
    token: admin,
    body: { boards: boards.map(({ mac, type, model, equipment }) => ({ mac, type, model, equipment })) },
  });
  const connected = [];
  for (const [index, { name, mac, equipment }] of boards.entries()) {
    const { key = '', code = '' } = provisioned[index] ?? {};
    const body = {
      locationCode: establishment._id,
      name,
      meter: mac,
      code,
      fuseBoxMeter: true,
      installDate: new Date(now() - 20 * DAY).toISOString(),
    };
    await ask(createInstallation, { address, token, body });
    connected.push({ mac: normalizeMac(mac) ?? ('' as never), key, equipment });
  }
  return { admin, token, connected };
};

const mails = async ({ address }: Server, admin: string): Promise<readonly MailMessage[]> =>
  (await ask(readMailbox, { address, token: admin })).mails.filter(({ to }) => to === OWNER.email);

const confirmAddress = async (server: Server, { admin, token }: { admin: string; token: string }) => {
  await ask(requestActivateEmail, { address: server.address, token });
  const link = async () => (await mails(server, admin)).map(linkIn).find((url) => url.includes('activate'));
  await expect.poll(link, SLOW).toBeDefined();
  const mailed = new URL((await link()) ?? '').searchParams.get('token') ?? '';
  await ask(confirmEmail, { address: server.address, token, body: { token: mailed } });
};

/** Sends the measurements between two instants like a board that sends its stored lines. */
const sendPast = async (
  { mqttPort: port }: Server,
  entry: { readonly mac: VirtualBoard['mac']; readonly key: string; readonly equipment: 'emd' | 'emd3p' },
  { board, from, to, spacing = SPACING }: { board: VirtualBoard; from: number; to: number; spacing?: number },
) => {
  const troubles: string[] = [];
  const connection = openConnection({
    host: '127.0.0.1',
    port,
    ...entry,
    onTrouble: (trouble) => troubles.push(trouble),
  });
  const lines: string[] = [];
  for (let at = from; at + spacing <= to; at += spacing)
    lines.push(board.line(at, at + spacing, Math.max(5 * SECOND, spacing / 20)));
  for (let sent = 0; sent < lines.length; sent += LINES_A_MESSAGE)
    await connection.publish(lines.slice(sent, sent + LINES_A_MESSAGE).join('\n'));
  await connection.end();
  expect(troubles).toEqual([]);
};

/** A browser of the customer; a push service on this machine replaces that of its vendor. */
const openBrowser = async (
  browser: Browser,
  { address }: Server,
  { token, subscription }: { token: string; subscription: object },
): Promise<BrowserContext> => {
  const context = await browser.newContext({
    baseURL: address,
    locale: 'pt-BR',
    serviceWorkers: 'allow',
    permissions: ['notifications'],
  });
  await wantsNoTours(context);
  await isSignedIn(context, { token });
  await context.addInitScript((pushSubscription) => {
    PushManager.prototype.subscribe = async () => ({ toJSON: () => pushSubscription }) as PushSubscription;
  }, subscription);
  return context;
};

/** Passes the messages of the push service to the service worker, as the browser would. */
const deliver = async (page: Page, messages: readonly string[]) => {
  const session = await page.context().newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations;
      if (found !== undefined) resolve(found.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registration;
  for (const data of messages)
    await session.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(page.url()).origin,
      registrationId,
      data,
    });
};

interface WorkerOfPush {
  readonly registration: { showNotification: (title: string, options: object) => Promise<void> };
  shown?: { readonly title: string; readonly path: string }[];
}

/** What the service worker shows from now on: some engines without a window have no place for it. */
const watchNotices = async (page: Page) => {
  const [worker] = page.context().serviceWorkers();
  if (worker === undefined) throw new Error('no service worker');
  await worker.evaluate(() => {
    const self = globalThis as unknown as WorkerOfPush;
    self.shown = [];
    self.registration.showNotification = async (title, options) => {
      self.shown?.push({ title, path: (options as { data: { path: string } }).data.path });
    };
  });
  return () => worker.evaluate(() => (globalThis as unknown as WorkerOfPush).shown ?? []);
};

const openAlerts = async (page: Page, part = ''): Promise<void> => {
  await page.goto(`/alerts${part}`);
  await settled(page);
};

/** An alert, also one that stands inside another of the same cause. */
const alertOn = (page: Page, title: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    .last();

/** Waits until an alert is shown, and opens alerts of the same cause. */
const expectShown = (page: Page, title: string): Promise<void> =>
  expect(async () => {
    for (const folded of await page.locator('details:not([open]) > summary').all()) await folded.click();
    await expect(page.getByRole('heading', { name: title })).toBeVisible({ timeout: 1_000 });
  }).toPass(SLOW);

test('notifies about a leak and a demand overrun on all channels, and closes the alerts by themselves', async ({
  browser,
}) => {
  // The test starts a server five times.
  test.setTimeout(10 * MINUTE);
  const dataDir = mkdtempSync(join(tmpdir(), 'nascente-alerts-'));
  const [server, receiver, push] = [
    await createMovedServer(dataDir),
    await openReceiver(),
    await openPushService(),
  ];
  try {
    const morning = intoQuarter(workingMorning());
    await server.startAt(morning - QUARTER);
    const { address } = server;
    const { admin, token, connected } = await settle(server);
    const [water, total] = connected;
    if (water === undefined || total === undefined) throw new Error('no boards');
    await confirmAddress(server, { admin, token });
    const preference: AlertPreference = {
      email: 'at-once',
      emailFrom: 'notable',
      pushFrom: 'notable',
      quiet: null,
      throughQuiet: ['urgent'],
      zone: 'America/Recife',
    };
    await ask(saveAlertNotices, { address, token, body: preference });
    const { secret } = await ask(addAlertWebhook, { address, token, body: { url: receiver.url } });
    receiver.trust(secret);

    const context = await openBrowser(browser, server, { token, subscription: push.subscription });
    const page = await context.newPage();
    await openAlerts(page, '/notices');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.getByRole('button', { name: 'Avisar neste aparelho' }).click();
    await expect(page.getByRole('list', { name: 'Aparelhos avisados' }).getByRole('listitem')).toHaveCount(1);

    const site = { zone: DEFAULT_ZONE, seed: 'porto' };
    const tap = (leakingFrom: number | null) =>
      createVirtualBoard({ ...site, mac: water.mac, profile: 'bakery-water', leakingFrom });
    const factory = createVirtualBoard({
      ...site,
      mac: total.mac,
      profile: 'dough-factory',
      leakingFrom: null,
    });
    const sentUntil = Math.floor(server.now() / SPACING) * SPACING;
    await sendPast(server, water, { board: tap(morning - 4 * DAY), from: morning - 19 * DAY, to: sentUntil });
    await sendPast(server, total, { board: factory, from: sentUntil - 2 * HOUR, to: sentUntil });

    await server.startAt(morning);
    await openAlerts(page);
    await expect(page.getByRole('heading', { name: LEAK })).toBeVisible(SLOW);
    await expectShown(page, OVERRUN);
    // While the quarter-hour runs, there is time left: it appears by itself.
    const now = server.now();
    await sendPast(server, total, { board: factory, from: now - 5 * MINUTE, to: now, spacing: MINUTE });
    await expectShown(page, HEADING);
    await expect(page.getByRole('button', { name: /Avisos: \d+ esperam por você/ })).toBeVisible();

    await expect.poll(() => receiver.notified('opened'), SLOW).toEqual(expect.arrayContaining(REPORTED));
    const subjects = async () => (await mails(server, admin)).map(({ subject }) => subject).join('\n');
    for (const title of REPORTED) await expect.poll(subjects, SLOW).toContain(title);
    const pushed = () => push.received().map((text) => JSON.parse(text).title as string);
    await expect.poll(pushed, SLOW).toEqual(expect.arrayContaining(REPORTED));
    const shown = await watchNotices(page);
    await deliver(page, push.received());
    const shownTitles = async () => (await shown()).map(({ title }) => title);
    await expect.poll(shownTitles, SLOW).toEqual(expect.arrayContaining(REPORTED));
    for (const { path } of await shown()) expect(path).toMatch(/^\/alerts\?alerta=[\da-f-]{36}$/);

    for (const title of REPORTED) {
      await expectShown(page, title);
      await alertOn(page, title).getByRole('button', { name: 'Estou cuidando' }).first().click();
      await expect(alertOn(page, title).getByText('Beatriz Nunes está cuidando').first()).toBeVisible();
    }

    // A day and a night later, the demand is low and the pipe is repaired.
    let later = intoQuarter(morning + 30 * HOUR);
    await server.startAt(later);
    await sendPast(server, water, { board: tap(null), from: sentUntil + HOUR, to: server.now() });
    await expect(async () => {
      // Each time a quarter of an hour has passed: the running demand is over after so long a calm.
      later += QUARTER + 5 * MINUTE;
      if (later % QUARTER < 5 * MINUTE) later = intoQuarter(later);
      await server.startAt(later);
      const again = await openBrowser(browser, server, {
        token: await tokenOf(server, OWNER),
        subscription: push.subscription,
      });
      const past = await again.newPage();
      await past.goto('/alerts?situacao=passados');
      for (const title of REPORTED)
        await expect(alertOn(past, title)).toContainText('Normalizou', { timeout: 20_000 });
      await again.close();
    }).toPass({ timeout: 5 * MINUTE });
    await expect.poll(() => receiver.notified('closed'), SLOW).toEqual(expect.arrayContaining(REPORTED));
    expect(receiver.refused()).toBe(0);
    for (const title of REPORTED)
      expect(
        receiver.notified('opened').filter((one) => one === title),
        'told once',
      ).toHaveLength(1);
    await context.close();
  } finally {
    await server.stop();
    receiver.close();
    push.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
