import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aTax } from '../../../testing/a-tariff.ts';
import { anInstallation } from '../../../testing/an-installation.ts';
import { aUser } from '../../../testing/api-server.ts';
import { openSignedIn } from '../../../testing/open-signed-in.tsx';
import { type Answers, aSignedInApi } from '../../../testing/signed-in-api.ts';
import { RegisterMeterPage } from '../register-meter-page.tsx';

export const MAC = 'A4:CF:12:00:0B:01';
const installation = anInstallation({ name: 'Quadro', meter: MAC });
const address = {
  postalCode: '01310-100',
  state: 'SP',
  city: 'São Paulo',
  neighborhood: 'Bela Vista',
  street: 'Av. Paulista',
};

const answers: Answers = {
  'POST /api/board/validate': {
    body: { ok: true, exists: true, asksCode: false, model: 'mono', type: 'eletric' },
  },
  'GET /api/establishment': { body: { ok: true, establishments: [] } },
  'GET /api/tax': { body: { ok: true, taxes: [aTax] } },
  'GET /api/lookup/cep/01310100': { body: { ok: true, address } },
  'POST /api/board-new': { status: 201, body: { ok: true, installation } },
  'POST /api/installation-meter': { status: 201, body: { ok: true, installation } },
};

/** A server for the tests of a file, where this board is free and nothing is registered yet. */
export const aRegistrationApi = () => {
  const api = aSignedInApi(answers);
  return {
    ...api,
    sentTo: (to: string) => api.sent('POST').flatMap(({ path, body }) => (path === to ? [body] : [])),
  };
};

/** Opens the screen as it stands in the app, with somewhere to be led to. */
export const openRegistration = (
  user: Parameters<typeof openSignedIn>[0] = aUser,
  address = '/registerBoard',
) =>
  openSignedIn(user, RegisterMeterPage, address, [
    { path: '/dashboard', element: <h1>Os medidores</h1> },
    { path: '/meter/:mac', element: <h1>O medidor</h1> },
  ]);

export const macField = () => screen.getByLabelText<HTMLInputElement>('MAC Address');
export const paste = async (text: string) => {
  await userEvent.click(macField());
  await userEvent.paste(text);
};
export const stageOne = () => screen.findByRole('form', { name: 'Dados do medidor' }, { timeout: 4_000 });

/** As far as the form of a board that is known and free. */
export const openStageOne = async (user?: Parameters<typeof openSignedIn>[0]) => {
  openRegistration(user);
  await paste(MAC);
  await stageOne();
};
