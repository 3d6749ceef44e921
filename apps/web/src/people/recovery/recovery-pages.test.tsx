import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endSession, sessionToken, startSession } from '../../shared/session-state/session.ts';
import { startApi } from '../../testing/api-server.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { NewPasswordPage } from './new-password-page.tsx';
import { RecoveryRequestPage } from './recovery-request-page.tsx';

const SENT = 'Enviado! Cheque sua caixa de email para refazer a senha :) Verifique na pasta SPAM!';
const EXPIRED = 'Token expirado!! Faça um novo pedido para recuperar a senha';

let api: Awaited<ReturnType<typeof startApi>>;
const good = ({ method }: { method: string }) =>
  method === 'GET'
    ? { body: { ok: true, type: 'valid', email: 'ma***@au***.example', secondSteps: [] } }
    : { body: { ok: true, msg: SENT } };
const refused = (status: number, body: object) => () => ({ status, body: { ok: false, ...body } });

beforeAll(async () => {
  api = await startApi(good);
});
beforeEach(() => {
  api.requests.length = 0;
  api.answerWith(good);
});
afterEach(() => endSession('logout'));
afterAll(() => api.stop());

const open = (path: string) =>
  openScreen(
    [
      { path: '/recovery-password', Component: RecoveryRequestPage },
      { path: '/recovery/:token', Component: NewPasswordPage },
      { path: '/login', element: <h1>Login</h1> },
    ],
    path,
  );
const alerts = () => screen.findAllByRole('alert');
const said = async () => (await alerts()).map(({ textContent }) => textContent).join(' ');

describe('requesting the recovery e-mail', () => {
  const ask = async (email: string) => {
    const user = userEvent.setup();
    if (email) await user.type(screen.getByLabelText('E-mail'), email);
    await user.click(screen.getByRole('button', { name: 'Confirmar recuperação' }));
  };

  it('confirms the request with the text of the specification', async () => {
    open('/recovery-password');
    await ask(' Marina@Aurora.example');
    expect(await said()).toContain(SENT);
    expect(api.requests[0]?.path).toBe('/api/user/password/recovery/marina%40aurora.example');
  });

  it.each(['', 'marina', 'marina@'])('refuses "%s" at the e-mail field', async (email) => {
    open('/recovery-password');
    await ask(email);
    expect(await screen.findByText('Envie um email válido.')).toBeDefined();
    expect(api.requests).toEqual([]);
  });

  it('shows the message of the server', async () => {
    api.answerWith(refused(400, { type: 'req-error', msg: 'Tente mais tarde.' }));
    open('/recovery-password');
    await ask('marina@aurora.example');
    expect(await said()).toContain('Tente mais tarde.');
  });

  it('leads back to the login', async () => {
    open('/recovery-password');
    await userEvent.click(screen.getByRole('link', { name: 'Voltar para o login' }));
    expect(await screen.findByRole('heading', { name: 'Login' })).toBeDefined();
  });
});

describe('setting the new password', () => {
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Alterar senha' });
  const fill = async (password: string, again = password, email = 'marina@aurora.example') => {
    const user = userEvent.setup();
    await user.type(await screen.findByLabelText('Confirme o e-mail'), email);
    await user.type(screen.getByLabelText('Nova senha'), password);
    if (again) await user.type(screen.getByLabelText('Confirmar senha'), again);
    return user;
  };

  it.each([
    ['a', '20', 'muito fraca :('],
    ['aB', '40', 'muito fraca :('],
    ['aB1', '60', 'moderada :|'],
    ['aB1!', '80', 'muito boa :) '],
    ['aB1!aB1!', '100', 'excelente! :))'],
  ])('shows for %s the strength %s, "%s"', async (password, score, text) => {
    open('/recovery/token');
    await fill(password, '');
    const meter = screen.getByRole('meter', { name: 'Força da senha' });
    expect(meter.getAttribute('aria-valuenow')).toBe(score);
    expect(meter.getAttribute('aria-valuetext')).toBe(text);
    expect(meter.querySelectorAll('[data-is-reached=true]')).toHaveLength(Number(score) / 20);
    expect(screen.getAllByRole('img', { name: 'Atendido' })).toHaveLength(Number(score) / 20);
  });

  it('shows the masked e-mail and changes the password', async () => {
    startSession('of the old password');
    api.answerWith((requested) =>
      requested.method === 'GET' ? good(requested) : { body: { ok: true, msg: 'Senha alterada!' } },
    );
    open('/recovery/the-token');
    expect(await screen.findByText('Cadastrado: ma***@au***.example')).toBeDefined();
    const user = await fill('aB1!aB1!');
    await user.keyboard('{Enter}');
    expect(await said()).toContain('Senha alterada!');
    expect(api.requests[1]).toMatchObject({
      path: '/api/user/password/change?token=the-token',
      body: { tokenParam: 'the-token', email: 'marina@aurora.example', password: 'aB1!aB1!' },
    });
    expect(sessionToken()).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Entrar' }));
    expect(await screen.findByRole('heading', { name: 'Login' })).toBeDefined();
  });

  const anApp = { kind: 'authenticator', name: '', createdAt: '2026-11-20T12:00:00.000Z' };
  const aKey = { kind: 'passkey', name: 'Celular', createdAt: '2026-01-02T12:00:00.000Z' };
  const OLDER = /só sai em Conta, com um código/;
  const BOX = 'Remover também o que foi ativado nos últimos 7 dias';

  it('names the second steps of the account, and removes recent ones on request', async () => {
    const secondSteps = [
      { ...anApp, removable: true },
      { ...aKey, removable: false },
    ];
    const valid = { ok: true, type: 'valid', email: 'ma***@au***.example', secondSteps };
    api.answerWith(({ method }) => ({
      body: method === 'GET' ? valid : { ok: true, msg: 'Senha alterada!' },
    }));
    open('/recovery/the-token');
    const user = await fill('aB1!aB1!');
    const [app, key] = screen
      .getAllByRole('listitem')
      .filter(({ textContent }) => /\/2026/.test(textContent));
    expect([app?.textContent, key?.textContent]).toEqual([
      expect.stringContaining('Aplicativo autenticador'),
      expect.stringContaining('Chave de acesso Celular'),
    ]);
    expect(screen.getByText(OLDER)).toBeDefined();
    await user.click(screen.getByRole('checkbox', { name: BOX }));
    await user.click(button());
    await said();
    expect(api.requests[1]?.body).toMatchObject({ removeSecondSteps: true, removeCredentials: false });
  });

  it('offers no removal of older second steps', async () => {
    const secondSteps = [{ ...aKey, removable: false }];
    api.answerWith(() => ({ body: { ok: true, type: 'valid', email: 'x', secondSteps } }));
    open('/recovery/the-token');
    expect(await screen.findByText(OLDER)).toBeDefined();
    expect(screen.queryByRole('checkbox', { name: BOX })).toBeNull();
  });

  it('enables the button only with both fields filled and equal', async () => {
    open('/recovery/token');
    const user = await fill('aB1!aB1!', '');
    expect(button().disabled).toBe(true);
    await user.type(screen.getByLabelText('Confirmar senha'), 'aB1!aB1?');
    expect(screen.getByText('As senhas não são parecidas')).toBeDefined();
    expect(button().disabled).toBe(true);
    await user.keyboard('{Enter}');
    expect(await said()).toContain('Senhas não são iguais!');
    await user.keyboard('{Backspace}!');
    expect(button().disabled).toBe(false);
    expect(screen.queryByText('As senhas não são parecidas')).toBeNull();
  });

  it('refuses a password that misses a rule, without a request to the server', async () => {
    open('/recovery/token');
    const user = await fill('aB1aB1aB1');
    await user.click(button());
    expect(await screen.findByText('A senha precisa atender a todas as regras abaixo.')).toBeDefined();
    expect(api.requests).toHaveLength(1);
  });

  it.each([
    ['email', 'Confirme o email.', 'Confirme o e-mail'],
    ['password', 'A nova senha precisa ser diferente da anterior.', 'Nova senha'],
  ])('shows at the field the message of the server about %s', async (path, msg, label) => {
    const answer = refused(400, { type: 'validation', msg, errors: [{ path, msg }] });
    api.answerWith((requested) => (requested.method === 'GET' ? good(requested) : answer()));
    open('/recovery/token');
    const user = await fill('aB1!aB1!');
    await user.click(button());
    expect(await screen.findByText(msg)).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText(label));
  });

  it('reports an expired link, at first and after the form was filled', async () => {
    api.answerWith(refused(401, { type: 'expired', msg: 'x' }));
    const first = open('/recovery/token');
    expect(await said()).toContain(EXPIRED);
    expect(screen.queryByRole('button', { name: 'Alterar senha' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Fazer um novo pedido' }).getAttribute('href')).toBe(
      '/recovery-password',
    );
    first.unmount();
    api.answerWith((requested) =>
      requested.method === 'GET' ? good(requested) : refused(401, { type: 'expired', msg: 'x' })(),
    );
    open('/recovery/token');
    const user = await fill('aB1!aB1!');
    await user.click(button());
    expect(await said()).toContain(EXPIRED);
  });

  it('tries again after a network failure', async () => {
    api.answerWith(() => 'hang up');
    open('/recovery/token');
    expect(await said()).toContain('Algo deu errado, tente mais tarde');
    api.answerWith(good);
    await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }));
    expect(await screen.findByLabelText('Nova senha')).toBeDefined();
  });
});
