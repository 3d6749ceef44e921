import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endSession, sessionToken, startSession } from '../../shared/session-state/session.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { LoginPage } from './login-page.tsx';

let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  api = await startApi(() => ({ body: { ok: true, token: 'fresh', user: aUser } }));
});
beforeEach(() => {
  api.requests.length = 0;
  api.answerWith(() => ({ body: { ok: true, token: 'fresh', user: aUser } }));
});
afterEach(() => endSession('logout'));
afterAll(() => api.stop());

/** What was asked in order to sign in: by what ways one can is asked by the page itself. */
const requested = () => api.requests.filter(({ path }) => path !== '/api/login/ways');

const open = () =>
  openScreen(
    [
      { path: '/login', Component: LoginPage },
      { path: '/home', element: <h1>Início</h1> },
    ],
    '/login',
  );

const signIn = async (email = 'Marina@Aurora.example ', password = 'pão de açúcar') => {
  const user = userEvent.setup();
  if (email) await user.type(screen.getByLabelText('E-mail'), email);
  if (password) await user.type(screen.getByLabelText('Senha'), password);
  await user.click(screen.getByRole('button', { name: 'Entrar' }));
  return user;
};

describe('the text of the login screen', () => {
  it('greets a new visitor', () => {
    open();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Bem vindo!');
    expect(screen.getByText('Gestão energética inteligente')).toBeDefined();
    expect(screen.getByRole('link', { name: 'registrar' }).getAttribute('href')).toBe('/signup');
    expect(screen.getByRole('link', { name: 'Esqueceu a senha?' }).getAttribute('href')).toBe(
      '/recovery-password',
    );
    expect(screen.getByRole('link', { name: 'Veja como funciona' }).getAttribute('href')).toBe('/sobre');
    expect(screen.getByRole('link', { name: 'Ajuda' }).getAttribute('href')).toBe('/help');
  });

  it('greets a returning visitor', () => {
    startSession('one');
    endSession('logout');
    open();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Bem vindo de volta!');
    expect(screen.queryByRole('link', { name: 'Veja como funciona' })).toBeNull();
  });

  it.each([
    ['expired', 'Sessão expirada, efetue o login novamente'],
    ['expired-consolidated', 'Sessão expirada. Logue novamente.'],
    ['expired-token', 'Sessão expirada, logue novamente.'],
    ['failed-token', 'Algo inesperado aconteceu, tente novamente mais tarde'],
  ] as const)('explains why a session ended (%s)', (end, texts) => {
    startSession('one');
    endSession(end);
    open();
    expect(screen.getByRole('alert').textContent).toContain(texts);
  });
});

describe('signing in', () => {
  it('sends the password as base64 of its UTF-8, and opens Home', async () => {
    open();
    await signIn();
    expect(await screen.findByRole('heading', { name: 'Início' })).toBeDefined();
    expect(requested()[0]).toMatchObject({
      method: 'POST',
      path: '/api/login',
      body: {
        email: 'marina@aurora.example',
        password: Buffer.from('pão de açúcar').toString('base64'),
        keep: false,
      },
    });
    expect(sessionToken()).toBe('fresh');
  });

  it('opens Home directly on the next visit when the user stays connected', async () => {
    const { unmount } = open();
    await userEvent.click(screen.getByLabelText('Manter conectado'));
    await signIn();
    await screen.findByRole('heading', { name: 'Início' });
    expect(requested()[0]?.body).toMatchObject({ keep: true });
    unmount();
    open();
    expect(await screen.findByRole('heading', { name: 'Início' })).toBeDefined();
  });

  it('shows the login on the next visit when the user does not stay connected', () => {
    startSession('one', false);
    open();
    expect(screen.getByRole('button', { name: 'Entrar' })).toBeDefined();
  });

  it('reports missing fields without a request to the server', async () => {
    open();
    await signIn('', '');
    expect(screen.getByText('Informe o e-mail.')).toBeDefined();
    expect(screen.getByText('Informe a senha.')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText('E-mail'));
    expect(requested()).toEqual([]);
  });

  it('shows and hides the password', async () => {
    open();
    const password = screen.getByLabelText('Senha');
    expect(password.getAttribute('type')).toBe('password');
    await userEvent.click(screen.getByRole('button', { name: 'Mostrar senha' }));
    expect(password.getAttribute('type')).toBe('text');
  });
});

describe('signing in with a code', () => {
  const needed = {
    status: 401,
    body: {
      ok: false,
      type: 'second-step',
      msg: 'Informe o código do seu aplicativo autenticador.',
      ways: ['app'],
    },
  } as const;

  it('shows the code field after a correct password, and sends the code with the earlier input', async () => {
    api.answerWith(() => needed);
    open();
    const user = await signIn();
    const code = await screen.findByLabelText('Código de verificação');
    expect(screen.getByRole('alert').textContent).toContain(
      'Informe o código do seu aplicativo autenticador.',
    );
    expect(document.activeElement).toBe(code);
    expect(screen.getByLabelText('Senha').closest('[hidden]')).not.toBeNull();
    api.answerWith(() => ({ body: { ok: true, token: 'fresh', user: aUser } }));
    await user.type(code, '123 456{Enter}');
    expect(await screen.findByRole('heading', { name: 'Início' })).toBeDefined();
    expect(requested().at(-1)?.body).toMatchObject({
      email: 'marina@aurora.example',
      password: Buffer.from('pão de açúcar').toString('base64'),
      code: '123 456',
    });
  });

  it('returns from the code to the password', async () => {
    api.answerWith(() => needed);
    open();
    const user = await signIn();
    await user.click(await screen.findByRole('button', { name: 'Entrar com outra conta' }));
    expect(screen.queryByLabelText('Código de verificação')).toBeNull();
    expect(screen.getByLabelText('Senha').closest('[hidden]')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('signing in with the account of the organisation', () => {
  const answers = (answer: object, status = 200) =>
    api.answerWith(({ path }) =>
      path === '/api/login/ways'
        ? { body: { ok: true, passkeyOrigin: null, singleSignOn: 'Padaria' } }
        : { status, body: answer },
    );
  afterEach(() => window.history.replaceState(null, '', '/'));

  it('shows why the identity provider is unavailable', async () => {
    const msg = 'A entrada pela conta da empresa não responde agora. Tente de novo em instantes.';
    answers({ ok: false, type: 'unavailable', msg }, 503);
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Entrar com Padaria' }));
    expect((await screen.findByRole('alert')).textContent).toContain(msg);
    expect(requested()[0]).toMatchObject({ method: 'POST', path: '/api/login/single-sign-on' });
  });

  it('removes the answer of the provider from the address, and opens Home', async () => {
    answers({ ok: true, token: 'fresh', user: aUser });
    window.history.replaceState(null, '', '/login?code=abc&state=def');
    open();
    expect(await screen.findByRole('heading', { name: 'Início' })).toBeDefined();
    expect(window.location.search).toBe('');
    expect(requested()).toHaveLength(1);
    expect(requested()[0]).toMatchObject({
      path: '/api/login/single-sign-on/answer',
      body: { answer: 'code=abc&state=def' },
    });
    expect(sessionToken()).toBe('fresh');
  });

  it('shows why a returning user is refused', async () => {
    const msg = 'Sua conta da empresa não está em um grupo que usa este sistema. Fale com quem a administra.';
    answers({ ok: false, type: 'forbidden', msg }, 403);
    window.history.replaceState(null, '', '/login?error=access_denied&state=def');
    open();
    expect((await screen.findByRole('alert')).textContent).toContain(msg);
    expect(screen.getByRole('button', { name: 'Entrar' })).toBeDefined();
  });
});

describe('a refused login', () => {
  const cases = [
    ['error', 401, 'E-mail ou senha incorretos.', 'E-mail ou senha incorretos.'],
    ['error', 401, '', 'algo de errado aconteceu'],
    ['expired', 401, 'x', 'Sessão expirada, efetue o login novamente'],
    ['limit', 429, 'Muitas tentativas. Aguarde 30 s.', 'Muitas tentativas. Aguarde 30 s.'],
    ['unavailable', 503, 'banco fora', 'Algo deu errado, tente mais tarde'],
  ] as const;

  it.each(cases)(
    'a refused login of type %s (%i) with msg "%s" shows "%s"',
    async (type, status, msg, said) => {
      api.answerWith(() => ({ status, body: { ok: false, type, msg } }));
      open();
      await signIn();
      expect((await screen.findByRole('alert')).textContent?.trim()).toBe(said);
      expect(sessionToken()).toBeNull();
    },
  );

  it('reports a missing network, and allows another try', async () => {
    api.answerWith(() => 'hang up');
    open();
    const user = await signIn();
    expect((await screen.findByRole('alert')).textContent).toContain('Algo deu errado, tente mais tarde');
    api.answerWith(() => ({ body: { ok: true, token: 'fresh', user: aUser } }));
    await user.click(screen.getByRole('button', { name: 'Entrar' }));
    await waitFor(() => expect(sessionToken()).toBe('fresh'));
  });
});
