import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { SignedInProvider } from '../../../shared/session-state/signed-in.ts';
import { aUser, startApi } from '../../../testing/api-server.ts';
import { openScreen } from '../../../testing/open-screen.tsx';
import { NoticesOffer } from './notices-offer.tsx';

const preference = {
  email: 'never',
  emailFrom: 'serious',
  pushFrom: 'serious',
  quiet: null,
  throughQuiet: ['urgent'],
  zone: 'America/Recife',
};
let isChosen = false;
let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  api = await startApi(() => ({
    body: { ok: true, notices: { preference, isChosen, pushKey: '', devices: [] } },
  }));
});
beforeEach(() => {
  isChosen = false;
  api.requests.length = 0;
  localStorage.clear();
});
afterAll(() => api.stop());

const open = () =>
  openScreen(
    [
      {
        path: '/home',
        element: (
          <SignedInProvider value={aUser}>
            <NoticesOffer />
            <p>Fim</p>
          </SignedInProvider>
        ),
      },
    ],
    '/home',
  );
const saved = () => api.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);
const choice = () => screen.findByRole<HTMLInputElement>('checkbox', { name: /vazamento de água e demanda/ });

it('turns e-mail notices on with one press, and does not offer them again', async () => {
  const { unmount } = open();
  await userEvent.click(await choice());
  await waitFor(() => expect(saved()).toMatchObject([{ email: 'at-once', emailFrom: 'serious' }]));
  expect((await choice()).checked).toBe(true);
  unmount();
  api.requests.length = 0;
  open();
  expect(await screen.findByText('Fim')).toBeDefined();
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(api.requests).toEqual([]);
});

it('stores that the user wants no notices when the offer is closed', async () => {
  open();
  await choice();
  await userEvent.click(screen.getByRole('button', { name: 'Não oferecer mais' }));
  await waitFor(() => expect(saved()).toMatchObject([{ email: 'never' }]));
  await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull());
});

it('offers nothing to an account that made its choice on another device', async () => {
  isChosen = true;
  open();
  await waitFor(() => expect(api.requests.length).toBe(1));
  expect(await screen.findByText('Fim')).toBeDefined();
  expect(screen.queryByRole('checkbox')).toBeNull();
});
