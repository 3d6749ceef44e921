import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { endSession, sessionToken } from '../../shared/session-state/session.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { LoginPage } from './login-page.tsx';

/** What comes after the form is loaded by the first test that needs it. */
const LOADING = { timeout: 10_000 };

let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  api = await startApi(() => ({ body: { ok: true } }));
});
beforeEach(() => {
  api.requests.length = 0;
});
afterEach(() => {
  endSession('logout');
  vi.unstubAllGlobals();
});
afterAll(() => api.stop());

const open = () =>
  openScreen(
    [
      { path: '/login', Component: LoginPage },
      { path: '/home', element: <h1>Início</h1> },
    ],
    '/login',
  );

const type = async () => {
  await userEvent.type(screen.getByLabelText('E-mail'), 'marina@aurora.example');
  await userEvent.type(screen.getByLabelText('Senha'), 'pão de açúcar');
  await userEvent.click(screen.getByRole('button', { name: 'Entrar' }));
};

const options = { rpId: 'localhost', challenge: 'AAAA', timeout: 300_000, userVerification: 'required' };

/** A server with keys for one address, and its answer to a sign-in. */
const answer = (passkeyOrigin: string, login: object, status = 200) =>
  api.answerWith(({ path }) => {
    if (path === '/api/login/ways') return { body: { ok: true, passkeyOrigin, singleSignOn: null } };
    return path.endsWith('/options') ? { body: { ok: true, options } } : { status, body: login };
  });

const giveKeys = (get: (options: CredentialRequestOptions) => Promise<unknown>) => {
  vi.stubGlobal('PublicKeyCredential', () => undefined);
  Object.defineProperty(window.navigator, 'credentials', { configurable: true, value: { get } });
  onTestFinished(() => void Reflect.deleteProperty(window.navigator, 'credentials'));
};

const byKey = { name: 'Entrar com chave de acesso' };

describe('signing in with a passkey by a button', () => {
  it('offers a passkey only when browser and address support it', async () => {
    answer(window.location.origin, {});
    const { unmount } = open();
    await vi.waitFor(() => expect(api.requests.length).toBe(1), LOADING);
    expect(screen.queryByRole('button', byKey)).toBeNull();
    unmount();
    vi.stubGlobal('PublicKeyCredential', () => undefined);
    const elsewhere = open();
    expect(await screen.findByRole('button', byKey)).toBeDefined();
    elsewhere.unmount();
    answer('https://outro.nascente.test', {});
    open();
    await vi.waitFor(() => expect(api.requests.length).toBe(3), LOADING);
    expect(screen.queryByRole('button', byKey)).toBeNull();
  });

  it('requests passkey data once the form is painted and the page is idle', async () => {
    const resting: IdleRequestCallback[] = [];
    vi.stubGlobal('requestIdleCallback', (callback: IdleRequestCallback) => resting.push(callback));
    vi.stubGlobal('PublicKeyCredential', () => undefined);
    answer(window.location.origin, {});
    open();
    await vi.waitFor(() => expect(resting).toHaveLength(1));
    expect(api.requests).toEqual([]);
    resting[0]?.({ didTimeout: false, timeRemaining: () => 50 });
    expect(await screen.findByRole('button', byKey, LOADING)).toBeDefined();
  });

  it('requires a passkey or a recovery code after the password', async () => {
    vi.stubGlobal('PublicKeyCredential', () => undefined);
    const msg = 'Use sua chave de acesso, ou informe um código de reserva.';
    answer(window.location.origin, { ok: false, type: 'second-step', msg, ways: ['passkey'] }, 401);
    open();
    await screen.findByRole('button', byKey);
    await type();
    expect(await screen.findByRole('button', { name: 'Usar chave de acesso' })).toBeDefined();
    expect(screen.getByLabelText('Código de reserva')).toBeDefined();
    expect(screen.queryByRole('button', byKey)).toBeNull();
  });

  it('reports an unused passkey, and allows another try or the password', async () => {
    giveKeys(() => Promise.reject(Object.assign(new Error('closed'), { name: 'NotAllowedError' })));
    answer(window.location.origin, {});
    open();
    await userEvent.click(await screen.findByRole('button', byKey));
    expect((await screen.findByRole('alert')).textContent).toContain('A chave de acesso não foi usada.');
    expect(screen.getByLabelText('Senha').closest('[hidden]')).toBeNull();
  });
});

describe('signing in with a passkey in the e-mail field', () => {
  const bytes = Uint8Array.of(1, 2, 3).buffer;
  const key = {
    id: 'AQID',
    rawId: bytes,
    type: 'public-key',
    response: { authenticatorData: bytes, clientDataJSON: bytes, signature: bytes, userHandle: null },
    getClientExtensionResults: () => ({}),
  };

  /** A browser that offers keys there. @returns what it was asked, and how one is chosen */
  const giveOffers = () => {
    const gets: CredentialRequestOptions[] = [];
    let choose: (chosen: object) => void = () => undefined;
    giveKeys((requested) => {
      gets.push(requested);
      return new Promise((resolve, reject) => {
        choose = resolve;
        requested.signal?.addEventListener('abort', () => reject(requested.signal?.reason));
      });
    });
    Object.assign(window.PublicKeyCredential, {
      isConditionalMediationAvailable: () => Promise.resolve(true),
    });
    return { gets, choose: () => choose(key) };
  };

  it('signs in with a chosen passkey, for the requested duration', async () => {
    const { gets, choose } = giveOffers();
    answer(window.location.origin, { ok: true, token: 'fresh', user: aUser });
    open();
    expect(screen.getByLabelText('E-mail').getAttribute('autocomplete')).toBe('username webauthn');
    await userEvent.click(screen.getByLabelText('Manter conectado'));
    await vi.waitFor(() => expect(gets).toMatchObject([{ mediation: 'conditional' }]), LOADING);
    choose();
    expect(await screen.findByRole('heading', { name: 'Início' })).toBeDefined();
    expect(api.requests.at(-1)).toMatchObject({
      path: '/api/login/passkey',
      body: { passkey: { id: 'AQID', response: { signature: 'AQID' } }, keep: true },
    });
    expect(sessionToken()).toBe('fresh');
  });

  it('reports a refused passkey, and offers passkeys again on return to the field', async () => {
    const { gets, choose } = giveOffers();
    const msg = 'Esta chave de acesso não foi aceita.';
    answer(window.location.origin, { ok: false, type: 'error', msg }, 401);
    open();
    await vi.waitFor(() => expect(gets).toHaveLength(1), LOADING);
    choose();
    expect((await screen.findByRole('alert')).textContent).toContain(msg);
    await userEvent.click(screen.getByLabelText('Senha'));
    expect(gets).toHaveLength(1);
    await userEvent.click(screen.getByLabelText('E-mail'));
    await vi.waitFor(() => expect(gets).toHaveLength(2), LOADING);
  });

  it('cancels the offer of passkeys after another sign-in', async () => {
    const { gets } = giveOffers();
    answer(window.location.origin, { ok: true, token: 'fresh', user: aUser });
    open();
    await vi.waitFor(() => expect(gets).toHaveLength(1), LOADING);
    await type();
    expect(await screen.findByRole('heading', { name: 'Início' })).toBeDefined();
    expect(gets).toHaveLength(1);
    expect(gets[0]?.signal?.aborted).toBe(true);
  });

  it('cancels the offer of passkeys when its challenge expires', async () => {
    const ending = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(ending.signal);
    onTestFinished(() => timeout.mockRestore());
    const { gets } = giveOffers();
    answer(window.location.origin, {});
    open();
    await vi.waitFor(() => expect(gets).toHaveLength(1), LOADING);
    expect(timeout).toHaveBeenCalledWith(240_000);
    ending.abort();
    await vi.waitFor(() => expect(gets[0]?.signal?.aborted).toBe(true));
    await userEvent.click(screen.getByLabelText('E-mail'));
    await vi.waitFor(() => expect(gets).toHaveLength(2), LOADING);
  });
});
