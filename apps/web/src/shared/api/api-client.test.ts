import { readDay, readPeriod } from '@nascente/contract/energy/consumption';
import { login, loginByToken } from '@nascente/contract/people/session';
import { listMeters, readMeter } from '@nascente/contract/sites/meters';
import { QueryClient } from '@tanstack/react-query';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { aUser, startApi } from '../../testing/api-server.ts';
import { endSession, lastSessionEnd, sessionToken, startSession } from '../session-state/session.ts';
import { addressOf, cameFirst, queryFor, request } from './api-client.ts';
import { ApiFailure } from './api-failure.ts';

let api: Awaited<ReturnType<typeof startApi>>;
const nothingFound = { ok: true, installationsMeter: [] };

beforeAll(async () => {
  api = await startApi(() => ({ body: nothingFound }));
});
afterAll(() => api.stop());
afterEach(() => endSession('logout'));

const failureOf = async (promise: Promise<unknown>): Promise<ApiFailure> => {
  const failure = await promise.catch((reason: unknown) => reason);
  if (failure instanceof ApiFailure) return failure;
  throw new Error(`not an ApiFailure: ${String(failure)}`);
};

const refuse = (status: number, type: string, msg: string) =>
  api.answerWith(() => ({ status, body: { ok: false, type, msg } }));

describe('a call', () => {
  it('carries the stored token and fills the path', async () => {
    api.answerWith(() => ({
      status: 404,
      body: { ok: false, type: 'not-found', msg: 'Medidor não encontrado.' },
    }));
    startSession('a-token');
    const failure = await failureOf(request(readMeter, { params: { mac: 'AA:BB:CC:DD:EE:FF' } }));
    expect(failure).toMatchObject({ type: 'not-found', status: 404, message: 'Medidor não encontrado.' });
    expect(api.requests.at(-1)).toMatchObject({
      method: 'GET',
      path: '/api/board/AA%3ABB%3ACC%3ADD%3AEE%3AFF',
      token: 'a-token',
    });
  });

  it('sends no token without a session', async () => {
    api.answerWith(() => ({ body: nothingFound }));
    await request(listMeters, {});
    expect(api.requests.at(-1)?.token).toBeUndefined();
  });

  it('uses an early answer of the page once, soon, and for the same session', async () => {
    const early = { ok: true, installationsMeter: [], early: true };
    const requested = () => ({ 'GET /api/installation-meter': Promise.resolve(Response.json(early)) });
    api.answerWith(() => ({ body: nothingFound }));
    const before = api.requests.length;
    startSession('a-token');
    const requestedAt = performance.now();
    window.firstAnswers = { token: 'a-token', requestedAt, requests: requested(), came: {} };
    await request(listMeters, {});
    expect(api.requests).toHaveLength(before);
    await request(listMeters, {});
    expect(api.requests).toHaveLength(before + 1);
    window.firstAnswers = { token: 'of another', requestedAt, requests: requested(), came: {} };
    await request(listMeters, {});
    window.firstAnswers = {
      token: 'a-token',
      requestedAt: requestedAt - 60_000,
      requests: requested(),
      came: {},
    };
    await request(listMeters, {});
    expect(api.requests).toHaveLength(before + 3);
    delete window.firstAnswers;
  });

  it('returns an early answer to the first query at once, and to no later query', async () => {
    const question = `GET ${addressOf(listMeters, {})}`;
    const early = { ok: true, installationsMeter: [] };
    const answers = (came: Record<string, unknown>, token = 'a-token') => ({
      token,
      requestedAt: performance.now(),
      requests: { [question]: Promise.resolve(Response.json(early)) },
      came,
    });
    startSession('a-token');
    api.answerWith(() => ({ body: nothingFound }));
    window.firstAnswers = answers({ [question]: early });
    expect([cameFirst(listMeters, {}), cameFirst(listMeters, {})]).toEqual([early, undefined]);
    const before = api.requests.length;
    await request(listMeters, {});
    expect(api.requests).toHaveLength(before + 1);
    // A caller that awaited the answer itself has its content too.
    window.firstAnswers = answers({ [question]: early });
    await request(listMeters, {});
    expect(cameFirst(listMeters, {})).toBeUndefined();
    for (const others of [answers({}), answers({ [question]: early }, 'of another')]) {
      window.firstAnswers = others;
      expect(cameFirst(listMeters, {})).toBeUndefined();
    }
    window.firstAnswers = answers({ [question]: { ok: true } });
    expect(cameFirst(listMeters, {})).toBeUndefined();
    delete window.firstAnswers;
  });

  it('sends a body and returns the errors of its fields', async () => {
    const errors = [{ path: 'dateEnd', msg: 'Data inválida: use AAAA-MM-DD' }];
    api.answerWith(() => ({
      status: 400,
      body: { ok: false, type: 'validation', msg: errors[0]?.msg, errors },
    }));
    const body = { meter: 'AA:BB:CC:DD:EE:FF', dateStart: '2026-11-01', dateEnd: '2026-11-31' };
    const failure = await failureOf(request(readPeriod, { body }));
    expect(failure.errors).toEqual(errors);
    expect(api.requests.at(-1)).toMatchObject({ method: 'POST', path: '/api/consolidated/period', body });
  });

  it('refuses an answer that does not match the contract', async () => {
    api.answerWith(() => ({ body: { ok: true, installationsMeter: [{ id: 7 }] } }));
    const failure = await failureOf(request(listMeters, {}));
    expect(failure).toMatchObject({ type: 'error', message: 'Algo deu errado, tente mais tarde' });
  });
});

describe('calls without a usable answer', () => {
  it('reports a broken connection', async () => {
    api.answerWith(() => 'hang up');
    const failure = await failureOf(request(listMeters, {}));
    expect(failure).toMatchObject({
      status: 0,
      message: 'Algo deu errado, tente mais tarde',
      isPassing: true,
    });
  });

  it.each([
    ['the server does not answer', true, 'O servidor não respondeu.'],
    ['there is no network', false, 'Sem conexão com a internet.'],
  ])('shows a signed-in user that %s, and that nothing is lost', async (_, isOnline, said) => {
    api.answerWith(() => 'hang up');
    startSession('a-token');
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
    const { message } = await failureOf(request(listMeters, {}));
    online.mockRestore();
    expect(message).toContain(said);
    expect(message).toContain('Nada do que está na tela se perdeu');
  });

  it('never shows the text of a proxy', async () => {
    api.answerWith(() => ({ status: 502, body: '<html>Bad Gateway</html>' }));
    const failure = await failureOf(request(listMeters, {}));
    expect(failure).toMatchObject({
      type: 'unavailable',
      message: 'Algo deu errado, tente mais tarde',
      isPassing: true,
    });
  });

  it('rejects an aborted call as an abort', async () => {
    const abort = new AbortController();
    abort.abort();
    await expect(request(listMeters, {}, abort.signal)).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('an expired session', () => {
  it('ends when any call reports it', async () => {
    refuse(401, 'expired', 'Sessão expirada. Logue novamente.');
    startSession('old');
    await failureOf(request(listMeters, {}));
    expect(sessionToken()).toBeNull();
    expect(lastSessionEnd()).toBe('expired');
  });

  it('an expired session has its own reason when consumption figures are refused', async () => {
    refuse(401, 'expired', 'Sessão expirada. Logue novamente.');
    startSession('old');
    await failureOf(request(readDay, { params: { mac: 'A4:CF:12:00:0B:01' }, query: {} }));
    expect(lastSessionEnd()).toBe('expired-consolidated');
  });

  it('an expired session has its own reason when the stored token is refused', async () => {
    refuse(401, 'expired', 'Sessão expirada.');
    startSession('old');
    await failureOf(request(loginByToken, {}));
    expect(lastSessionEnd()).toBe('expired-token');
  });

  it('a wrong password does not end the session', async () => {
    refuse(401, 'error', 'E-mail ou senha incorretos.');
    startSession('present');
    await failureOf(request(login, { body: { email: 'a@b.c', password: 'eA==' } }));
    expect(sessionToken()).toBe('present');
  });

  it('a late old answer does not end a newer session', async () => {
    startSession('old');
    api.answerWith(() => {
      startSession('new');
      return { status: 401, body: { ok: false, type: 'expired', msg: 'Sessão expirada.' } };
    });
    await failureOf(request(listMeters, {}));
    expect(sessionToken()).toBe('new');
  });
});

describe('queryFor', () => {
  it('requests once for the same call and input', async () => {
    api.answerWith(() => ({ body: { ok: true, token: 't', user: aUser } }));
    const client = new QueryClient();
    const before = api.requests.length;
    const ask = () => client.fetchQuery({ ...queryFor(loginByToken, {}), staleTime: 60_000 });
    expect(await ask()).toEqual(await ask());
    expect(api.requests.length - before).toBe(1);
  });
});
