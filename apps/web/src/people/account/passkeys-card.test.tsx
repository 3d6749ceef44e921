import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { endSession, startSession } from '../../shared/session-state/session.ts';
import { anAccountApi } from '../../testing/account-api.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { nameOfThisDevice, PasskeysCard } from './passkeys-card.tsx';

const key = {
  id: 'k1',
  name: 'Celular',
  synced: true,
  createdAt: '2026-11-01T12:00:00.000Z',
  lastUsedAt: null,
};
const withKey = {
  'GET /api/user/passkeys': { body: { ok: true, passkeys: [key] } },
  'GET /api/user/second-step': {
    body: { ok: true, since: null, passkeys: 1, codesLeft: 10, isRequired: false },
  },
};
/** The page has its address once the server of the test is there. */
const here = () => ({
  'GET /api/login/ways': { body: { ok: true, passkeyOrigin: window.location.origin, singleSignOn: null } },
});
let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  api = await startApi(anAccountApi());
});
beforeEach(() => {
  api.requests.length = 0;
  api.answerWith(anAccountApi());
  startSession('mine');
});
afterEach(() => {
  vi.unstubAllGlobals();
  endSession('logout');
});
afterAll(() => api.stop());

const open = () => openSignedIn(aUser, PasskeysCard, '/account');
const sent = (call: string) => api.requests.filter(({ method, path }) => `${method} ${path}` === call);
const dialog = () => within(screen.getByRole('dialog'));

describe('passkeys of an account', () => {
  it('passkeys are not offered when the browser or the address does not support them', async () => {
    open();
    expect(await screen.findByText(/não aceita chaves de acesso/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Adicionar chave de acesso' })).toBeNull();
  });

  it('passkeys are offered when both support them, after the password', async () => {
    vi.stubGlobal('PublicKeyCredential', class {});
    const msg = 'Senha incorreta.';
    api.answerWith(
      anAccountApi({
        ...here(),
        'POST /api/user/passkeys/options': { status: 401, body: { ok: false, type: 'error', msg } },
      }),
    );
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Adicionar chave de acesso' }));
    await userEvent.type(dialog().getByLabelText('Sua senha'), 'errada{Enter}');
    expect(await screen.findByText(msg)).toBeDefined();
  });

  it('passkeys are listed and can be renamed', async () => {
    api.answerWith(
      anAccountApi({
        ...withKey,
        'PATCH /api/user/passkeys/k1': { body: { ok: true, msg: 'Nome alterado.' } },
      }),
    );
    open();
    expect(await screen.findByText('Celular')).toBeDefined();
    expect(screen.getByText(/em todos os seus aparelhos · criada em .+ · nunca usada/)).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Renomear Celular' }));
    await userEvent.clear(dialog().getByLabelText('Nome da chave'));
    await userEvent.type(dialog().getByLabelText('Nome da chave'), 'Notebook{Enter}');
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent('PATCH /api/user/passkeys/k1')[0]?.body).toEqual({ name: 'Notebook' });
  });

  it('passkeys are removed by password and a recovery code', async () => {
    api.answerWith(
      anAccountApi({
        ...withKey,
        'POST /api/user/passkeys/k1/remove': { body: { ok: true, msg: 'Chave de acesso removida.' } },
      }),
    );
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Remover Celular' }));
    await userEvent.type(dialog().getByLabelText('Sua senha'), 'Forno!frio42');
    await userEvent.type(await screen.findByLabelText('Código de reserva'), 'abcde-fghjk');
    await userEvent.click(dialog().getByRole('button', { name: 'Remover' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent('POST /api/user/passkeys/k1/remove')[0]?.body).toEqual({
      password: 'Forno!frio42',
      code: 'abcde-fghjk',
    });
  });
});

it.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 'iPhone'],
  ['Mozilla/5.0 (Linux; Android 15)', 'Celular Android'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'Computador Windows'],
  ['curl/8', ''],
])('the proposed name for a key on %s is %j', (userAgent, name) => {
  expect(nameOfThisDevice(userAgent)).toBe(name);
});
