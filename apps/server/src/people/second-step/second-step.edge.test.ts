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

describe('setting it up', () => {
  it('shows a secret that apps understand, and asks for nothing until a code of it was confirmed', async () => {
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

  it('asks for the password, and for a right code', async () => {
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

  it('once more is refused while it is on, and a secret begun anew replaces the one before', async () => {
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

  it('stores no recovery code as it is read', async () => {
    const { recoveryCodes } = await withSecondStep();
    const { rows } = await api.database.pool.query(
      'select encode(code_hash, $1) as hash from recovery_code',
      ['escape'],
    );
    const stored = JSON.stringify(rows);
    for (const code of recoveryCodes) expect(stored).not.toContain(code.replace('-', ''));
  });
});

describe('signing in', () => {
  it('asks for a code once the password is right, and for none where it is wrong', async () => {
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

  it('takes codes again at once after a clock that was a day ahead, each of them once', async () => {
    const { secret } = await withSecondStep();
    goOn(86_400);
    expect((await signIn(codeOf(secret))).status).toBe(200);
    goOn(-86_400);
    const code = codeOf(secret);
    expect([(await signIn(code)).status, (await signIn(code)).status]).toEqual([200, 401]);
  });

  it('takes each code once, and not those of a minute ago', async () => {
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

  it('takes the code of a phone whose clock is half a minute off', async () => {
    const { secret } = await withSecondStep();
    goOn(60);
    const slow = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now - 30_000 });
    expect((await signIn(`${slow.slice(0, 3)} ${slow.slice(3)}`)).status).toBe(200);
  });

  it('takes each recovery code once, however it is typed', async () => {
    const { recoveryCodes } = await withSecondStep();
    const [code = ''] = recoveryCodes;
    expect((await signIn(` ${code.replace('-', ' ').toUpperCase()} `)).status).toBe(200);
    expect((await signIn(code)).status).toBe(401);
    expect(await state()).toMatchObject({ codesLeft: 9 });
  });

  it('of two at once with the same code lets in one', async () => {
    const { secret, recoveryCodes } = await withSecondStep();
    const code = codeOf(secret);
    const byApp = await Promise.all([signIn(code), signIn(code)]);
    expect(byApp.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
    const byPaper = await Promise.all([signIn(recoveryCodes[0]), signIn(recoveryCodes[0])]);
    expect(byPaper.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
  });

  it('makes who guesses codes with the right password wait, and asking without a code gives no new guesses', async () => {
    await withSecondStep();
    const tried: number[] = [];
    for (let guess = 0; guess < 6; guess++) {
      await signIn();
      tried.push((await signIn('000000')).status);
    }
    expect(tried).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('is no guess where only the code was missing', async () => {
    const { secret } = await withSecondStep();
    for (let time = 0; time < 8; time++) expect((await signIn()).status).toBe(401);
    expect((await signIn(codeOf(secret))).status).toBe(200);
  });
});

describe('afterwards', () => {
  it('codes are renewed by password and code, and those before count no longer', async () => {
    const { secret, recoveryCodes } = await withSecondStep();
    const payload = { password: PASSWORD, code: codeOf(secret) };
    const renewed = await api.succeed(renewRecoveryCodes, '/user/second-step/codes', { token, payload });
    expect(renewed.recoveryCodes).toHaveLength(10);
    expect((await signIn(recoveryCodes[1])).status).toBe(401);
    expect((await signIn(renewed.recoveryCodes[1])).status).toBe(200);
  });

  it('it is switched off by password and code, and by neither alone', async () => {
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

  it('an Admin switches it off for who has lost phone and codes, nobody else does, and the trail tells', async () => {
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

describe('where an Admin must have it', async () => {
  const strict = await createTestApi('2026-11-20T12:00:00Z', { isAdminHeld: true });
  await strict.startJobs();

  it('one without it may set it up and nothing else; afterwards everything, but not switch it off', async () => {
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

  it('others are asked for nothing', async () => {
    const { token: user } = await strict.seed.person();
    expect((await strict.inject('GET', '/user', { token: user })).status).toBe(200);
    expect((await strict.inject('GET', '/groups', { token: user })).status).toBe(200);
  });
});
