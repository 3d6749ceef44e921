import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endSession, sessionToken } from '../../shared/session-state/session.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { SignUpPage } from './sign-up-page.tsx';

let api: Awaited<ReturnType<typeof startApi>>;
const created = () => ({
  status: 201,
  body: { ok: true, msg: 'Cadastro realizado!', token: 'fresh', user: aUser },
});

beforeAll(async () => {
  api = await startApi(created);
});
beforeEach(() => {
  api.requests.length = 0;
  api.answerWith(created);
});
afterEach(() => endSession('logout'));
afterAll(() => api.stop());

const open = (address = '/signup') =>
  openScreen(
    [
      { path: '/signup', Component: SignUpPage },
      { path: '/home', element: <h1>Início</h1> },
    ],
    address,
  );
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Criar conta' });
const typed = {
  name: 'Padaria Sol',
  email: 'Sol@Padaria.example ',
  password: 'Trigo#7Nove',
  again: 'Trigo#7Nove',
};

const fill = async (overrides: Partial<typeof typed> = {}) => {
  const { name, email, password, again } = { ...typed, ...overrides };
  const user = userEvent.setup();
  if (name) await user.type(screen.getByLabelText('Nome da empresa'), name);
  if (email) await user.type(screen.getByLabelText('E-mail'), email);
  if (password) await user.type(screen.getByLabelText('Senha'), password);
  if (again) await user.type(screen.getByLabelText('Confirmar senha'), again);
  return user;
};

it('lists the password rules, and marks the fulfilled ones', async () => {
  open();
  const list = screen.getByRole('list', { name: 'A senha precisa ter' });
  const rules = within(list).getAllByRole('listitem');
  expect(rules.map(({ textContent }) => textContent)).toEqual([
    'Pelo menos 8 caracteres',
    'Uma letra maiúscula',
    'Uma letra minúscula',
    'Um número',
    'Um caractere especial: !@#$%^&*',
  ]);
  await userEvent.type(screen.getByLabelText('Senha'), 'trigo7');
  expect(rules.map((rule) => within(rule).queryByLabelText('Atendido') !== null)).toEqual([
    false,
    false,
    true,
    true,
    false,
  ]);
});

it('reads name and e-mail from the address', () => {
  open('/signup?name=Padaria%20Sol&email=sol@padaria.example');
  expect(screen.getByLabelText<HTMLInputElement>('Nome da empresa').value).toBe('Padaria Sol');
  expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('sol@padaria.example');
});

it.each(['name', 'email', 'again'] as const)(
  'leaves the button disabled while %s is empty',
  async (missing) => {
    open();
    expect(button().disabled).toBe(true);
    await fill({ [missing]: '' });
    expect(button().disabled).toBe(true);
  },
);

it('creates the account by keyboard alone, confirms it, and leads home', async () => {
  open();
  const user = userEvent.setup();
  const text = ['Padaria Sol', ' Sol@Padaria.example', 'Trigo#7Nove', 'Trigo#7Nove'];
  await user.tab();
  await user.tab();
  for (const [index, word] of text.entries()) {
    if (index > 0) await user.tab();
    if (index === 3) await user.tab();
    await user.keyboard(word);
  }
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Cadastro realizado!' })).toBeDefined();
  expect(sessionToken()).toBe('fresh');
  expect(api.requests).toMatchObject([
    {
      method: 'POST',
      path: '/api/user',
      body: {
        name: 'Padaria Sol',
        email: 'sol@padaria.example',
        password: 'Trigo#7Nove',
        accountType: 'comerc',
      },
    },
  ]);
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('heading', { name: 'Início' })).toBeDefined();
});

describe('errors of the sign-up form', () => {
  it.each([
    ['Nome da empresa', { name: '   ' }, 'O Nome não pode ficar vazio.'],
    ['Confirmar senha', { again: 'Trigo#8Nove' }, 'As senhas não coincidem.'],
    ['E-mail', { email: 'sol' }, 'Envie um email válido.'],
    ['Senha', { password: 'abc', again: 'abc' }, 'A senha precisa ter pelo menos 8 caracteres.'],
  ])('shows an error at the field without a request to the server: %s', async (label, values, said) => {
    open();
    const user = await fill(values);
    await user.click(button());
    expect(await screen.findByText(said)).toBeDefined();
    expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
    expect(api.requests).toEqual([]);
  });

  it('reports an empty password as different from the repeated one', async () => {
    open();
    const user = await fill({ password: '', again: 'x' });
    await user.click(button());
    expect(await screen.findByText('As senhas não coincidem.')).toBeDefined();
  });
});

it('sends the partner whose link led here', async () => {
  open('/signup?parceiro=p7');
  const user = await fill();
  await user.click(button());
  await screen.findByRole('dialog');
  expect(api.requests).toMatchObject([{ body: { partner: 'p7' } }]);
});

it('shows the message of the server for an e-mail in use', async () => {
  const msg = 'Este email já esta sendo usado!';
  api.answerWith(() => ({ status: 409, body: { ok: false, type: 'duplicate', msg } }));
  open();
  const user = await fill();
  await user.click(button());
  expect((await screen.findByRole('alert')).textContent).toContain(msg);
  expect(sessionToken()).toBeNull();
});

it('sends once when the button is pressed twice', async () => {
  open();
  const user = await fill();
  await user.dblClick(button());
  await screen.findByRole('dialog');
  await waitFor(() => expect(api.requests).toHaveLength(1));
});
