import type { ListedPerson } from '@nascente/contract/admin-people';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endSession, startSession } from '../../shared/session.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { AuditPage } from './audit-page.tsx';
import { fullName } from './full-name.ts';
import { MailboxPage } from './mailbox-page.tsx';
import { PeoplePage } from './people-page.tsx';
import { UpgradesPage } from './upgrades-page.tsx';

const admin = { ...aUser, _id: 'a1', profile: 'Admin' } as const;
const ze: ListedPerson = {
  _id: 'p1',
  firstName: 'Mercearia do Zé',
  lastName: '',
  email: 'ze@mercearia.example',
  cnpj: null,
  profile: 'user',
  managerId: null,
  active: false,
  disabled: false,
  createdAt: '2026-11-01T12:00:00.000Z',
  lastSeen: null,
  secondStep: false,
  meters: 1,
  clientUsers: 0,
  partner: null,
  broughtAccounts: 0,
};
const request = {
  id: 'u1',
  user: { _id: 'p1', firstName: 'Mercearia do Zé', lastName: '', email: ze.email, profile: 'user' },
  requestedAt: '2026-11-20T12:00:00.000Z',
  decidedAt: null,
  approved: null,
};
const event = {
  id: 'e1',
  at: '2026-11-20T12:00:00.000Z',
  action: 'profile-changed',
  actor: { _id: 'a1', email: 'admin@nascente.example' },
  subject: { _id: 'p1', email: ze.email },
  address: '203.0.113.7',
  device: 'Firefox no Linux',
  detail: { to: 'Manager', from: 'user' },
};
const letter = {
  id: 'l1',
  date: '2026-11-20T12:00:00.000Z',
  to: ze.email,
  subject: 'Refaça sua senha',
  html: '<script>window.wasRun = true</script>',
  text: 'Criar nova senha:\nhttp://localhost:8080/recovery/abc\n<b>fim</b>',
};
const notHere = { status: 403, body: { ok: false, type: 'forbidden', msg: 'Só na própria máquina.' } };

let api: Awaited<ReturnType<typeof startApi>>;
type AnswerWith = { status?: number; body: unknown };
const answering =
  (answers: Record<string, AnswerWith> = {}) =>
  ({ method, path }: { method: string; path: string }): AnswerWith => {
    const [bare = ''] = path.split('?');
    const own = answers[`${method} ${bare}`];
    if (own) return own;
    if (method !== 'GET') return { body: { ok: true, user: ze, upgrade: request } };
    if (bare === '/api/admin/users') return { body: { ok: true, users: [ze], total: 41 } };
    if (bare === '/api/admin/upgrades') return { body: { ok: true, upgrades: [request] } };
    if (bare === '/api/admin/audit') return { body: { ok: true, events: [event], next: null } };
    return { body: { ok: true, isInUse: true, letters: [letter] } };
  };

beforeAll(async () => {
  api = await startApi(answering());
});
beforeEach(() => {
  api.asked.length = 0;
  api.answerWith(answering());
  startSession('mine');
});
afterEach(() => endSession('logout'));
afterAll(() => api.stop());

const open = (Screen: ComponentType, path: string) => openSignedIn(admin, Screen, path);
const sent = (method: string) => api.asked.filter((asked) => asked.method === method);
const asked = (bare: string) => api.asked.map(({ path }) => path).filter((path) => path.startsWith(bare));
const dialog = () => within(screen.getByRole('dialog'));

it.each([
  ['user', PeoplePage],
  ['Manager', UpgradesPage],
  ['partner', AuditPage],
  ['client', MailboxPage],
] as const)('leads the profile %s home', async (profile, Screen) => {
  openSignedIn({ ...aUser, profile }, Screen, '/people');
  expect(await screen.findByRole('heading', { name: 'Início' })).toBeDefined();
  expect(api.asked).toEqual([]);
});

describe('the list of people', () => {
  it('is searched, filtered and paged, and keeps that in the address', async () => {
    const { router } = open(PeoplePage, '/people');
    const user = userEvent.setup();
    expect(await screen.findByText('Página 1 de 3')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Próxima página' }));
    expect(await screen.findByText('Página 2 de 3')).toBeDefined();
    await user.type(screen.getByRole('searchbox', { name: 'Buscar pessoa' }), 'zé');
    await waitFor(() => expect(router.state.location.search).toBe('?busca=z%C3%A9'));
    await user.selectOptions(screen.getByLabelText('Perfil'), 'Gestor');
    await user.selectOptions(screen.getByLabelText('Situação'), 'Contas desativadas');
    expect(router.state.location.search).toBe('?busca=z%C3%A9&perfil=Manager&situacao=disabled');
    await waitFor(() =>
      expect(asked('/api/admin/users').at(-1)).toBe(
        '/api/admin/users?search=z%C3%A9&profile=Manager&state=disabled&limit=20&skip=0',
      ),
    );
    expect(asked('/api/admin/users')).toContain('/api/admin/users?limit=20&skip=20');
  });

  it('says when nobody was found', async () => {
    api.answerWith(answering({ 'GET /api/admin/users': { body: { ok: true, users: [], total: 0 } } }));
    const { router } = open(PeoplePage, '/people?busca=xyz');
    expect(await screen.findByText('Ninguém foi encontrado com essa busca.')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Mostrar todas' }));
    expect(router.state.location.search).toBe('');
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe(''));
  });

  it('opens a person by keyboard, whose profile is changed', async () => {
    open(PeoplePage, '/people');
    const row = await screen.findByRole('button', { name: /Mercearia do Zé/ });
    row.focus();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('dialog', { name: 'Mercearia do Zé' })).toBeDefined();
    await userEvent.selectOptions(dialog().getByLabelText('Perfil'), 'Gestor');
    await userEvent.click(dialog().getByRole('button', { name: 'Alterar perfil' }));
    expect(await screen.findByText('Perfil alterado.')).toBeDefined();
    expect(sent('PATCH')).toMatchObject([{ path: '/api/admin/users/p1', body: { profile: 'Manager' } }]);
    await waitFor(() => expect(asked('/api/admin/users?limit=20&skip=0')).toHaveLength(2));
  });

  it.each([
    [false, 'Desativar conta', 'Conta desativada.'],
    [true, 'Ativar conta', 'Conta ativada.'],
  ])('switches access where disabled is %s', async (disabled, name, said) => {
    const body = { ok: true, users: [{ ...ze, disabled }], total: 1 };
    api.answerWith(answering({ 'GET /api/admin/users': { body } }));
    open(PeoplePage, '/people');
    await userEvent.click(await screen.findByRole('button', { name: /Mercearia do Zé/ }));
    await userEvent.click(dialog().getByRole('button', { name }));
    expect(await screen.findByText(said)).toBeDefined();
    expect(sent('PATCH')).toMatchObject([{ body: { disabled: !disabled } }]);
  });

  it.each([
    [0, 'Desativar conta', false],
    [2, 'Desativar conta', true],
  ])('warns of %s client users before it shuts their Manager out', async (clientUsers, name, isWarned) => {
    const body = { ok: true, users: [{ ...ze, clientUsers }], total: 1 };
    api.answerWith(answering({ 'GET /api/admin/users': { body } }));
    open(PeoplePage, '/people');
    await userEvent.click(await screen.findByRole('button', { name: /Mercearia do Zé/ }));
    expect(dialog().getByRole('button', { name })).toBeDefined();
    expect(dialog().queryByText(/usuários clientes dela também perdem o acesso/) !== null).toBe(isWarned);
  });

  it('tells in the dialog what the server refuses', async () => {
    const body = { ok: false, type: 'forbidden', msg: 'Este é o último administrador.' };
    api.answerWith(answering({ 'PATCH /api/admin/users/p1': { status: 403, body } }));
    open(PeoplePage, '/people');
    await userEvent.click(await screen.findByRole('button', { name: /Mercearia do Zé/ }));
    await userEvent.click(dialog().getByRole('button', { name: 'Desativar conta' }));
    expect((await dialog().findByRole('alert')).textContent).toContain('Este é o último administrador.');
  });

  it('does not let an Admin shut the own account', async () => {
    const body = { ok: true, users: [{ ...ze, _id: 'a1' }], total: 1 };
    api.answerWith(answering({ 'GET /api/admin/users': { body } }));
    open(PeoplePage, '/people');
    await userEvent.click(await screen.findByRole('button', { name: /Mercearia do Zé/ }));
    expect(dialog().queryByRole('button', { name: 'Desativar conta' })).toBeNull();
    expect(dialog().queryByLabelText('Perfil')).toBeNull();
  });
});

describe('the partner of an account', () => {
  const solar: ListedPerson = { ...ze, _id: 'p2', firstName: 'Solar', lastName: 'Sul', profile: 'partner' };
  const logo = 'data:image/png;base64,iVBORw0KGgo=';
  const openPerson = async (person: ListedPerson) => {
    api.answerWith((request) => {
      const isOfPartners = request.path.includes('profile=partner');
      const users = isOfPartners ? [solar] : [person];
      return answering({
        'GET /api/admin/users': { body: { ok: true, users, total: 1 } },
        'GET /api/user/p2': { body: { ok: true, user: { ...aUser, logoPartner: logo } } },
      })(request);
    });
    open(PeoplePage, '/people');
    await userEvent.click(await screen.findByRole('button', { name: new RegExp(fullName(person)) }));
  };

  it('is chosen among the partners, and taken away', async () => {
    await openPerson(ze);
    const partner = () =>
      dialog().getByRole<HTMLInputElement>('combobox', { name: 'Parceiro que trouxe a conta' });
    await userEvent.click(partner());
    await userEvent.click(await dialog().findByRole('option', { name: 'Solar Sul', hidden: true }));
    expect(await screen.findByText('Parceiro alterado.')).toBeDefined();
    await waitFor(() => expect(partner().value).toBe('Solar Sul'));
    await userEvent.click(partner());
    await userEvent.click(await dialog().findByRole('option', { name: 'Nenhum', hidden: true }));
    expect(await screen.findByText('A conta ficou sem parceiro.')).toBeDefined();
    expect(sent('PATCH').map(({ body }) => body)).toEqual([{ partner: 'p2' }, { partner: null }]);
  });

  it('has a logo, which an Admin sees and takes away', async () => {
    await openPerson({ ...solar, broughtAccounts: 3 });
    expect(await dialog().findByRole('group', { name: 'Logotipo de parceiro' })).toBeDefined();
    expect(dialog().getByText('Contas que trouxe').nextElementSibling?.textContent).toBe('3');
    await userEvent.click(dialog().getByRole('button', { name: 'Remover' }));
    expect(await screen.findByText('Logotipo removido.')).toBeDefined();
    expect(sent('PATCH')).toMatchObject([{ path: '/api/admin/users/p2', body: { logoPartner: null } }]);
  });

  it('is not asked of a client user', async () => {
    await openPerson({ ...ze, profile: 'client', managerId: 'm1' });
    expect(dialog().queryByRole('combobox', { name: 'Parceiro que trouxe a conta' })).toBeNull();
  });
});

describe('requests to become a Manager', () => {
  it.each([
    ['Aprovar', 'Tornar Mercearia do Zé gestor?', true, 'Mercearia do Zé agora é gestor.'],
    ['Recusar', 'Recusar o pedido de Mercearia do Zé?', false, 'Pedido recusado.'],
  ])('%s', async (name, title, approve, said) => {
    open(UpgradesPage, '/people/upgrades');
    await userEvent.click(await screen.findByRole('button', { name }));
    expect(screen.getByRole('dialog', { name: title })).toBeDefined();
    await userEvent.click(dialog().getByRole('button', { name }));
    expect(await screen.findByText(said)).toBeDefined();
    expect(sent('POST')).toMatchObject([{ path: '/api/admin/upgrades/u1', body: { approve } }]);
  });

  it('are counted in the tab', async () => {
    open(PeoplePage, '/people');
    expect(await screen.findByRole('link', { name: 'Pedidos 1' })).toBeDefined();
  });
});

describe('the audit trail', () => {
  it('tells what, who, whose, from where and when, in words', async () => {
    open(AuditPage, '/people/audit');
    const list = await screen.findByRole('list', { name: 'Registros de auditoria' });
    const row = await within(list).findByRole('listitem');
    for (const words of [
      '20/11/2026 09:00:00',
      'Perfil alterado',
      'de Usuário · para Gestor',
      'admin@nascente.example',
      'sobre ze@mercearia.example',
      'Firefox no Linux',
      '203.0.113.7',
    ])
      expect(row.textContent).toContain(words);
  });

  it('is narrowed to an action and an account, and read on', async () => {
    const older = { ...event, id: 'e2' };
    api.answerWith((request) => {
      const events = request.path.includes('before=77') ? [older] : [event];
      return answering({ 'GET /api/admin/audit': { body: { ok: true, events, next: '77' } } })(request);
    });
    open(AuditPage, '/people/audit?conta=p1');
    await userEvent.selectOptions(await screen.findByLabelText('O que aconteceu'), 'Entrou');
    await userEvent.click(await screen.findByRole('button', { name: 'Mostrar mais' }));
    await waitFor(() =>
      expect(asked('/api/admin/audit').at(-1)).toBe(
        '/api/admin/audit?limit=50&action=signed-in&account=p1&before=77',
      ),
    );
  });
});

describe('the local mailbox', () => {
  it('shows letters as text whose links can be followed', async () => {
    open(MailboxPage, '/people/mailbox');
    await userEvent.click(await screen.findByText('Refaça sua senha'));
    const link = screen.getByRole('link', { name: 'http://localhost:8080/recovery/abc' });
    expect(link.getAttribute('href')).toBe('http://localhost:8080/recovery/abc');
    expect(screen.getByText(/<b>fim<\/b>/)).toBeDefined();
    expect('wasRun' in window).toBe(false);
  });

  it('is offered only where the server offers it', async () => {
    api.answerWith(answering({ 'GET /api/admin/mailbox': notHere }));
    open(PeoplePage, '/people');
    await screen.findByRole('link', { name: 'Pedidos 1' });
    expect(screen.queryByRole('link', { name: 'E-mails' })).toBeNull();
  });
});
