import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { SignedInProvider } from '../../../shared/session-state/signed-in.ts';
import { aBoard } from '../../../testing/a-board.ts';
import { anEstablishment } from '../../../testing/an-establishment.ts';
import { aUser, startApi } from '../../../testing/api-server.ts';
import { openScreen } from '../../../testing/open-screen.tsx';
import { someTerms } from '../../../testing/some-terms.ts';
import { FirstBeginnings } from '../home-page.tsx';
import { LaterBeginnings } from './later-beginnings.tsx';

const establishments = [anEstablishment({ _id: 'e1' })];
const received = aBoard({ establishmentId: 'e1' });
const version = { validFrom: '2026-01-01', tax: null, terms: someTerms };
const client = {
  _id: 'c1',
  name: 'Rui',
  email: 'rui@example.com',
  birth: null,
  boards: [],
  pictureUrl: null,
  active: true,
  managerId: '1',
};
const preference = {
  email: 'never',
  emailFrom: 'serious',
  pushFrom: 'serious',
  quiet: null,
  throughQuiet: ['urgent'],
  zone: 'America/Recife',
};
const notices = { isChosen: true, pushKey: '', devices: [] };
let email = 'never';
let versions: object[] = [];
let users: object[] = [];
let api: Awaited<ReturnType<typeof startApi>>;

const contract = {
  type: 'eletric',
  inForce: { validFrom: null, tariff: null, terms: someTerms },
  assumed: [],
};

const answer = (path: string) => {
  if (path.includes('/contract')) return { body: { ok: true, contract: { ...contract, versions } } };
  if (path === '/api/alerts/notices')
    return { body: { ok: true, notices: { ...notices, preference: { ...preference, email } } } };
  if (path === '/api/Consumers') return { body: { ok: true, users } };
  return { body: { ok: true, invitations: [] } };
};

beforeAll(async () => {
  api = await startApi(({ path }) => answer(path));
});
beforeEach(() => {
  [versions, users, email] = [[], [], 'never'];
  api.requests.length = 0;
  localStorage.clear();
});
afterAll(() => api.stop());

const open = ({ profile = 'Manager', boards = [received], isLater = true } = {}) =>
  openScreen(
    [
      {
        path: '/home',
        element: (
          <SignedInProvider value={{ ...aUser, profile: profile as typeof aUser.profile }}>
            {isLater ? (
              <LaterBeginnings establishments={establishments} boards={boards} />
            ) : (
              <FirstBeginnings establishments={establishments} boards={boards} />
            )}
            <p>Fim</p>
          </SignedInProvider>
        ),
      },
    ],
    '/home',
  );
const card = async () => within(await screen.findByRole('region', { name: 'Primeiros passos' }));
const linksOf = (steps: Awaited<ReturnType<typeof card>>) =>
  within(steps.getByRole('list'))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));

it('shows an account with figures the steps for contract, client and alerts', async () => {
  open();
  const steps = await card();
  await steps.findByText('Convidar um cliente');
  expect(linksOf(steps)).toEqual(['/bill/e1/contract', '/users', '/alerts/notices']);
});

it('does not show the invitation step to a user without clients', async () => {
  open({ profile: 'user' });
  const steps = await card();
  expect(linksOf(steps)).toEqual(['/bill/e1/contract', '/alerts/notices']);
  expect(steps.queryByText('Convidar um cliente')).toBeNull();
});

it('hides the first steps permanently for this account only', async () => {
  const user = userEvent.setup();
  const first = open();
  await user.click((await card()).getByRole('button', { name: 'Não mostrar mais os primeiros passos' }));
  expect(screen.queryByRole('region')).toBeNull();
  first.unmount();
  api.requests.length = 0;
  open();
  await screen.findByText('Fim');
  expect([screen.queryByRole('region'), api.requests.length]).toEqual([null, 0]);
});

it('ends once all steps are done, and sends no more requests', async () => {
  [versions, users, email] = [[version], [client], 'daily'];
  const first = open();
  await waitFor(() => expect(localStorage).toHaveLength(1));
  expect(screen.queryByRole('region')).toBeNull();
  first.unmount();
  api.requests.length = 0;
  open();
  await screen.findByText('Fim');
  expect(api.requests).toHaveLength(0);
});

it('requests nothing above figures, and leads a new account to its next step', async () => {
  const above = open({ isLater: false });
  await screen.findByText('Fim');
  expect([screen.queryByRole('region'), api.requests.length]).toEqual([null, 0]);
  above.unmount();
  open({ isLater: false, boards: [aBoard({ establishmentId: 'e1', lastSeen: null })] });
  expect(linksOf(await card())[0]).toMatch(/^\/meter\//);
});
