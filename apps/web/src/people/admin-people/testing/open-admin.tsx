import type { ListedPerson } from '@nascente/contract/people/admin-people';
import { screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { aSignedInApi } from '../../../testing/answering-api.ts';
import { aUser, type Requested } from '../../../testing/api-server.ts';
import { openSignedIn } from '../../../testing/open-signed-in.tsx';

const admin = { ...aUser, _id: 'a1', profile: 'Admin' } as const;
export const ze: ListedPerson = {
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
export const event = {
  id: 'e1',
  at: '2026-11-20T12:00:00.000Z',
  action: 'profile-changed',
  actor: { _id: 'a1', email: 'admin@nascente.example' },
  subject: { _id: 'p1', email: ze.email },
  address: '203.0.113.7',
  device: 'Firefox no Linux',
  detail: { to: 'Manager', from: 'user' },
};
const mailMessage = {
  id: 'l1',
  date: '2026-11-20T12:00:00.000Z',
  to: ze.email,
  subject: 'Refaça sua senha',
  html: '<script>window.wasRun = true</script>',
  text: 'Criar nova senha:\nhttp://localhost:8080/recovery/abc\n<b>fim</b>',
};

type AnswerWith = { status?: number; body: unknown };
/** What is told by method and path, the query left out; an override answers what a test is about. */
export const answering =
  (answers: Record<string, AnswerWith> = {}) =>
  ({ method, path }: Pick<Requested, 'method' | 'path'>): AnswerWith => {
    const [bare = ''] = path.split('?');
    const own = answers[`${method} ${bare}`];
    if (own) return own;
    if (method !== 'GET') return { body: { ok: true, user: ze, upgrade: request } };
    if (bare === '/api/admin/users') return { body: { ok: true, users: [ze], total: 41 } };
    if (bare === '/api/admin/upgrades') return { body: { ok: true, upgrades: [request] } };
    if (bare === '/api/admin/audit') return { body: { ok: true, events: [event], next: null } };
    return { body: { ok: true, isInUse: true, mails: [mailMessage] } };
  };

/** For every test of a file: an Admin is signed in, and a server answers as usual until a test says otherwise. */
export const anAdminApi = () => {
  const { answerWith, requests } = aSignedInApi(answering());
  return {
    answerWith,
    /** The paths that were asked, of those that begin so. */
    requests: (start = '') =>
      requests()
        .map(({ path }) => path)
        .filter((path) => path.startsWith(start)),
    sent: (by: string) => requests().filter(({ method }) => method === by),
  };
};

export const openAsAdmin = (Screen: ComponentType, path: string) => openSignedIn(admin, Screen, path);
export const dialog = () => within(screen.getByRole('dialog'));
