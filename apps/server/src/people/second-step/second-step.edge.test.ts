import { readAuditTrail } from '@nascente/contract/people/audit';
import {
  beginSecondStep,
  confirmSecondStep,
  endSecondStep,
  readSecondStep,
  renewRecoveryCodes,
  resetSecondStep,
} from '@nascente/contract/people/second-step';
import { login } from '@nascente/contract/people/session';
import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestApi } from '../../testing/test-api.ts';

const START = Date.parse('2026-11-20T12:00:00Z');
const PASSWORD = 'Nascente#2026 é água';
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const api = await createTestApi('2026-11-20T12:00:00Z');
await api.startJobs();

let email = '';
let token = '';
let people = 0;
let now = START;

const goOn = (seconds: number): void => {
  now += seconds * 1_000;
  api.setClock(now);
};
const from = () => ({ remoteAddress: `10.7.${people}.1` });
const signIn = (code?: string, by = email) =>
  api.inject('POST', '/login', { payload: { email: by, password: base64(PASSWORD), code }, ...from() });
const tokenBy = async (code?: string): Promise<string> => {
  const payload = { email, password: base64(PASSWORD), code };
  return (await api.succeed(login, '/login', { payload, ...from() })).token;
};

/** What the phone shows now, by the text that was typed into it. */
const codeOf = (secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now });

const state = () => api.succeed(readSecondStep, '/user/second-step', { token });
const begin = () =>
  api.succeed(beginSecondStep, '/user/second-step', { token, payload: { password: PASSWORD } });
const confirm = (code: string) =>
  api.succeed(confirmSecondStep, '/user/second-step/confirm', { token, payload: { code } });

/** An account with a second step; the first code is used up. */
const withSecondStep = async () => {
  const { secret } = await begin();
  const { recoveryCodes } = await confirm(codeOf(secret));
  goOn(30);
  return { secret, recoveryCodes };
};

beforeEach(async () => {
  people += 1;
  goOn(3_600);
  email = `pessoa${people}@padaria.test`;
  await api.seed.person({ email, password_hash: await api.session.passwords.hash(PASSWORD) });
  token = await tokenBy();
});

describe('setting up the second step', () => {
  it('shows a secret for apps, and requires no code until one was confirmed', async () => {
    const { secret, uri } = await begin();
    expect(uri).toContain(
      `otpauth://totp/Nascente:${encodeURIComponent(email)}?issuer=Nascente&secret=${secret}`,
    );
    expect((await signIn()).status).toBe(200);
    expect(await state()).toMatchObject({ since: null, codesLeft: 0, isRequired: false });
    const { recoveryCodes, msg } = await confirm(codeOf(secret));
    expect(msg).toBe('Verificação em duas etapas ativada!');
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await state()).toMatchObject({ since: new Date(now).toISOString(), codesLeft: 10 });
  });

  it('requires the password and a correct code', async () => {
    const wrong = await api.fail('POST', '/user/second-step', { token, payload: { password: 'errada' } });
    expect(wrong).toMatchObject({ status: 401, msg: 'Senha incorreta.' });
    const early = await api.fail('POST', '/user/second-step/confirm', { token, payload: { code: '123456' } });
    expect(early).toMatchObject({ status: 409, msg: 'Comece de novo: leia o código QR antes de confirmar.' });
    const { secret } = await begin();
    const code = codeOf(secret) === '000000' ? '000001' : '000000';
    const mistyped = await api.fail('POST', '/user/second-step/confirm', { token, payload: { code } });
    expect(mistyped).toMatchObject({ status: 400, errors: [{ path: 'code' }] });
    expect(await state()).toMatchObject({ since: null });
  });

  it('refuses a second setup while active, and replaces an unconfirmed secret', async () => {
    const before = await begin();
    const { secret } = await begin();
    const old = await api.fail('POST', '/user/second-step/confirm', {
      token,
      payload: { code: codeOf(before.secret) },
    });
    expect(old.status).toBe(400);
    await confirm(codeOf(secret));
    const again = await api.fail('POST', '/user/second-step', { token, payload: { password: PASSWORD } });
    expect(again).toMatchObject({ status: 409, msg: 'A verificação em duas etapas já está ativada.' });
  });

  it('stores no recovery code in plain text', async () => {
    const { recoveryCodes } = await withSecondStep();
    const { rows } = await api.database.pool.query(
      'select encode(code_hash, $1) as hash from recovery_code',
      ['escape'],
    );
    const stored = JSON.stringify(rows);
    for (const code of recoveryCodes) expect(stored).not.toContain(code.replace('-', ''));
  });
});

describe('signing in with the second step', () => {
  it('requests a code only after a correct password', async () => {
    const { secret } = await withSecondStep();
    const missing = await api.fail('POST', '/login', {
      payload: { email, password: base64(PASSWORD) },
      ...from(),
    });
    expect(missing).toMatchObject({
      status: 401,
      type: 'second-step',
      msg: 'Informe o código do seu aplicativo autenticador.',
    });
    const wrong = await api.fail('POST', '/login', {
      payload: { email, password: base64('outra'), code: codeOf(secret) },
      ...from(),
    });
    expect(wrong).toMatchObject({ status: 401, type: 'error', msg: 'E-mail ou senha incorretos.' });
    expect((await signIn(codeOf(secret))).status).toBe(200);
  });

  it('accepts codes at once after a clock that was a day ahead, each once', async () => {
    const { secret } = await withSecondStep();
    goOn(86_400);
    expect((await signIn(codeOf(secret))).status).toBe(200);
    goOn(-86_400);
    const code = codeOf(secret);
    expect([(await signIn(code)).status, (await signIn(code)).status]).toEqual([200, 401]);
  });

  it('accepts each code once, and refuses a code of a minute ago', async () => {
    const { secret } = await withSecondStep();
    const code = codeOf(secret);
    expect((await signIn(code)).status).toBe(200);
    expect((await signIn(code)).status).toBe(401);
    goOn(90);
    expect((await signIn(codeOf(secret))).status).toBe(200);
    const late = codeOf(secret);
    goOn(90);
    expect((await signIn(late)).status).toBe(401);
  });

  it('accepts the code of a phone whose clock is half a minute off', async () => {
    const { secret } = await withSecondStep();
    goOn(60);
    const slow = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now - 30_000 });
    expect((await signIn(`${slow.slice(0, 3)} ${slow.slice(3)}`)).status).toBe(200);
  });

  it('accepts each recovery code once, in any notation', async () => {
    const { recoveryCodes } = await withSecondStep();
    const [code = ''] = recoveryCodes;
    expect((await signIn(` ${code.replace('-', ' ').toUpperCase()} `)).status).toBe(200);
    expect((await signIn(code)).status).toBe(401);
    expect(await state()).toMatchObject({ codesLeft: 9 });
  });

  it('accepts one of two simultaneous sign-ins with the same code', async () => {
    const { secret, recoveryCodes } = await withSecondStep();
    const code = codeOf(secret);
    const byApp = await Promise.all([signIn(code), signIn(code)]);
    expect(byApp.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
    const byPaper = await Promise.all([signIn(recoveryCodes[0]), signIn(recoveryCodes[0])]);
    expect(byPaper.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
  });

  it('delays a client that guesses codes, and a request without a code resets nothing', async () => {
    await withSecondStep();
    const tried: number[] = [];
    for (let guess = 0; guess < 6; guess++) {
      await signIn();
      tried.push((await signIn('000000')).status);
    }
    expect(tried).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('does not count a sign-in without a code as a guess', async () => {
    const { secret } = await withSecondStep();
    for (let time = 0; time < 8; time++) expect((await signIn()).status).toBe(401);
    expect((await signIn(codeOf(secret))).status).toBe(200);
  });
});

describe('managing the second step', () => {
  it('renews codes with password and code, and refuses the earlier ones', async () => {
    const { secret, recoveryCodes } = await withSecondStep();
    const payload = { password: PASSWORD, code: codeOf(secret) };
    const renewed = await api.succeed(renewRecoveryCodes, '/user/second-step/codes', { token, payload });
    expect(renewed.recoveryCodes).toHaveLength(10);
    expect((await signIn(recoveryCodes[1])).status).toBe(401);
    expect((await signIn(renewed.recoveryCodes[1])).status).toBe(200);
  });

  it('switches the second step off only with password and code together', async () => {
    const { secret } = await withSecondStep();
    const byPassword = await api.fail('POST', '/user/second-step/end', {
      token,
      payload: { password: PASSWORD, code: 'aaaaa-aaaaa' },
    });
    expect(byPassword).toMatchObject({ status: 400, errors: [{ path: 'code' }] });
    const byCode = await api.fail('POST', '/user/second-step/end', {
      token,
      payload: { password: 'errada', code: codeOf(secret) },
    });
    expect(byCode.status).toBe(401);
    const payload = { password: PASSWORD, code: codeOf(secret) };
    await api.succeed(endSecondStep, '/user/second-step/end', { token, payload });
    expect((await signIn()).status).toBe(200);
    expect(await state()).toMatchObject({ since: null, codesLeft: 0 });
  });

  it('only an Admin resets the second step of an account, and the trail records it', async () => {
    await withSecondStep();
    const { rows } = await api.database.pool.query('select id from account where email = $1', [email]);
    const id = String(rows[0]?.id);
    const url = `/admin/users/${id}/second-step/reset`;
    expect((await api.fail('POST', url, { token })).status).toBe(403);
    const admin = await api.seed.person({ profile: 'Admin' });
    await api.succeed(resetSecondStep, url, { token: admin.token });
    expect((await signIn()).status).toBe(200);
    expect((await api.fail('POST', url, { token: admin.token })).status).toBe(409);
    expect((await api.fail('POST', '/admin/users/1/second-step/reset', { token: admin.token })).status).toBe(
      404,
    );
    const { events } = await api.succeed(readAuditTrail, `/admin/audit?account=${id}`, {
      token: admin.token,
    });
    const actions = events.map(({ action }) => action).filter((action) => action.startsWith('second-step'));
    expect(actions).toEqual(['second-step-reset', 'second-step-added']);
  });
});

describe('a mandatory second step for Admins', async () => {
  const strict = await createTestApi('2026-11-20T12:00:00Z', { isAdminHeld: true });
  await strict.startJobs();

  it('an Admin without it can only set it up, and later cannot switch it off', async () => {
    const hash = await strict.session.passwords.hash(PASSWORD);
    await strict.seed.person({ email: 'dona@nascente.test', profile: 'Admin', password_hash: hash });
    const payload = { email: 'dona@nascente.test', password: base64(PASSWORD) };
    const admin = (await strict.succeed(login, '/login', { payload })).token;
    const held = await strict.fail('GET', '/admin/users', { token: admin });
    expect(held).toMatchObject({
      status: 403,
      msg: 'Ative a verificação em duas etapas na página Conta para continuar.',
    });
    const options = { token: admin };
    expect(await strict.succeed(readSecondStep, '/user/second-step', options)).toMatchObject({
      isRequired: true,
    });
    const { secret } = await strict.succeed(beginSecondStep, '/user/second-step', {
      ...options,
      payload: { password: PASSWORD },
    });
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: START });
    const { recoveryCodes } = await strict.succeed(confirmSecondStep, '/user/second-step/confirm', {
      ...options,
      payload: { code },
    });
    expect((await strict.inject('GET', '/admin/users', options)).status).toBe(200);
    const [paper] = recoveryCodes;
    const ending = await strict.fail('POST', '/user/second-step/end', {
      ...options,
      payload: { password: PASSWORD, code: paper },
    });
    expect(ending.status).toBe(403);
  });

  it('requires no second step from other profiles', async () => {
    const { token: user } = await strict.seed.person();
    expect((await strict.inject('GET', '/user', { token: user })).status).toBe(200);
    expect((await strict.inject('GET', '/groups', { token: user })).status).toBe(200);
  });
});
