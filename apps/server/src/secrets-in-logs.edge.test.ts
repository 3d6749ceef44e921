import { randomBytes } from 'node:crypto';
import mqtt from 'mqtt';
import { expect, onTestFinished, test, vi } from 'vitest';
import { triLine } from './testing/boards/tri-line.ts';
import { startRealServer } from './testing/processes/real-server.ts';

const secret = (): string => randomBytes(18).toString('base64url');
const METRICS_TOKEN = secret();
const SMTP_PASSWORD = secret();
const FLEET_PASSWORD = secret();
const CLIENT_SECRET = secret();

test('logs contain no usable secret at any log level', async () => {
  const server = await startRealServer({
    env: {
      LOG_LEVEL: 'trace',
      METRICS_TOKEN,
      // Nobody listens there: each e-mail fails, and the server logs the failure.
      SMTP_URL: `smtp://mailer:${SMTP_PASSWORD}@127.0.0.1:9`,
      BOARD_CREDENTIALS: `fleet:${FLEET_PASSWORD}`,
      SUPPORT_EMAIL: 'suporte@nascente.test',
      // Nobody answers there, either.
      OIDC_ISSUER: 'http://127.0.0.1:9',
      OIDC_CLIENT_ID: 'nascente',
      OIDC_CLIENT_SECRET: CLIENT_SECRET,
    },
  });
  const token = await server.signIn();
  const board = await server.installBoard(token);
  const [wrongPassword, wrongKey, wrongToken, newPassword] = [
    secret(),
    secret(),
    secret(),
    `Aa1#${secret()}`,
  ];
  const asBase64 = (text: string): string => Buffer.from(text).toString('base64');

  await server.ask('POST', '/login', { email: 'admin@nascente.test', password: asBase64(wrongPassword) });
  await server.ask('POST', '/login/single-sign-on');
  await server.ask('GET', `/user/token?token=${wrongToken}`);
  await server.ask('GET', `/user`, undefined, wrongToken);
  const signedUp = await server.ask('POST', '/user', {
    name: 'Ana',
    email: 'ana@padaria.test',
    password: newPassword,
    accountType: 'comerc',
  });
  expect(signedUp.status).toBeLessThan(300);
  await server.ask('POST', '/user/password/recovery/admin@nascente.test');
  const { data: key } = await server.read<{ data: { token: string } }>(
    'POST',
    '/user/generate-token',
    { name: 'BI', write: false },
    token,
  );
  const { establishments } = await server.read<{ establishments: { _id: string }[] }>(
    'GET',
    '/establishment',
    undefined,
    token,
  );
  const { key: linkKey } = await server.read<{ key: string }>(
    'POST',
    '/user/links',
    { kind: 'tv', name: 'Recepção', establishmentId: establishments[0]?._id, expiresOn: null },
    token,
  );
  const wrongLinkKey = `nsl_${secret()}`;
  for (const key of [linkKey, wrongLinkKey]) {
    const { url } = await server.ask('GET', `/shared/${key}`);
    await server.ask('GET', `/shared/${key}/report`);
    for (const page of ['tv', 'shared']) await fetch(new URL(`/${page}/${key}`, url));
  }
  const connect = (username: string, password: string) => {
    const client = mqtt.connect(`mqtt://127.0.0.1:${server.mqttPort}`, {
      username,
      password,
      reconnectPeriod: 0,
    });
    onTestFinished(() => void client.end(true));
    client.on('error', () => undefined);
    return client;
  };
  const refused = connect(board.mac, wrongKey);
  const [own, fleet] = [connect(board.mac, board.key), connect('fleet', FLEET_PASSWORD)];
  await vi.waitFor(() => expect([own.connected, fleet.connected]).toEqual([true, true]), { timeout: 20_000 });
  await own.publishAsync(`message/${board.mac}`, `${triLine(board.mac, Date.now())},x`, { qos: 1 });
  await vi.waitFor(() => expect(refused.disconnected || !refused.connected).toBe(true));
  const { password: feedPassword } = await server.read<{ password: string }>(
    'GET',
    '/feed',
    undefined,
    token,
  );
  // The e-mails have failed by now.
  await vi.waitFor(() => expect(server.output()).toMatch(/ECONNREFUSED/), { timeout: 30_000 });
  expect(await server.stop()).toBe(0);

  const log = server.output();
  expect(log).toContain('"level":20');
  const secrets = {
    METRICS_TOKEN,
    SMTP_PASSWORD,
    CLIENT_SECRET,
    FLEET_PASSWORD,
    token,
    'device key': board.key,
    'API key': key.token,
    'live feed': feedPassword,
    'key of a link': linkKey,
    'wrong key of a link': wrongLinkKey,
    'wrong password': wrongPassword,
    'wrong key': wrongKey,
    'wrong token': wrongToken,
    'new password': newPassword,
    'first password': 'Nascente#2026',
    'password of the database': new URL(server.connectionString().replace('@/', '@local/')).password,
  };
  for (const [name, text] of Object.entries(secrets)) {
    expect(text.length, name).toBeGreaterThan(8);
    expect(log.includes(text) || log.includes(asBase64(text)), name).toBe(false);
  }
}, 120_000);
