import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endSession, startSession } from '../../shared/session-state/session.ts';
import { anAccountApi } from '../../testing/account-api.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { SecondStepCard } from './second-step-card.tsx';

const STATE = 'GET /api/user/second-step';
const CODES = Array.from({ length: 10 }, (_, n) => `abcd${n}-fghjk`);
const on = (more = {}) => ({
  [STATE]: {
    body: {
      ok: true,
      since: '2026-11-20T12:00:00.000Z',
      passkeys: 0,
      codesLeft: 10,
      isRequired: false,
      ...more,
    },
  },
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
afterEach(() => endSession('logout'));
afterAll(() => api.stop());

const open = () => openSignedIn(aUser, SecondStepCard, '/account');
const sent = (call: string) => api.requests.filter(({ method, path }) => `${method} ${path}` === call);
const dialog = () => within(screen.getByRole('dialog'));

describe('switching the second step on', () => {
  it('requires password, code and recovery codes in sequence', async () => {
    api.answerWith(
      anAccountApi({
        'POST /api/user/second-step': {
          body: {
            ok: true,
            secret: 'JBSWY3DPEHPK3PXP',
            uri: 'otpauth://totp/Nascente:a?secret=JBSWY3DPEHPK3PXP',
          },
        },
        'POST /api/user/second-step/confirm': { body: { ok: true, msg: 'Ativada!', recoveryCodes: CODES } },
      }),
    );
    open();
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Ativar' }));
    await user.type(dialog().getByLabelText('Sua senha'), 'Forno!frio42{Enter}');
    expect(
      await screen.findByRole('img', { name: 'Código QR para o aplicativo autenticador' }),
    ).toBeDefined();
    expect(dialog().getByDisplayValue('JBSWY3DPEHPK3PXP')).toBeDefined();
    await user.type(dialog().getByLabelText('Código que o aplicativo mostra'), '123456{Enter}');
    const list = await screen.findByRole('list', { name: 'Códigos de reserva' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(CODES);
    expect(sent('POST /api/user/second-step')[0]?.body).toEqual({ password: 'Forno!frio42' });
    expect(sent('POST /api/user/second-step/confirm')[0]?.body).toEqual({ code: '123456' });
    await user.click(dialog().getByRole('button', { name: 'Guardei' }));
    expect(screen.queryByText(CODES[0] ?? '')).toBeNull();
    expect(sent(STATE).length).toBe(2);
  });

  it('retains the field for another code after a wrong one', async () => {
    const msg = 'Código incorreto. Digite o que o aplicativo mostra agora.';
    api.answerWith(
      anAccountApi({
        'POST /api/user/second-step': { body: { ok: true, secret: 'JBSW', uri: 'otpauth://totp/x' } },
        'POST /api/user/second-step/confirm': {
          status: 400,
          body: { ok: false, type: 'validation', msg, errors: [{ path: 'code', msg }] },
        },
      }),
    );
    open();
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Ativar' }));
    await user.type(dialog().getByLabelText('Sua senha'), 'Forno!frio42{Enter}');
    await user.type(await screen.findByLabelText('Código que o aplicativo mostra'), '000000{Enter}');
    expect(await screen.findByText(msg)).toBeDefined();
  });
});

describe('an active second step', () => {
  it('shows since when it is active, and how many codes remain', async () => {
    api.answerWith(anAccountApi(on()));
    open();
    expect(await screen.findByText('Ativada')).toBeDefined();
    expect(screen.getByText('Você tem 10 códigos de reserva sem usar.')).toBeDefined();
  });

  it.each([
    [1, 'Resta 1 código de reserva'],
    [0, 'Não há códigos de reserva'],
  ])('recommends new codes when %i remain', async (codesLeft, text) => {
    api.answerWith(anAccountApi(on({ codesLeft })));
    open();
    expect(await screen.findByText(new RegExp(text))).toBeDefined();
  });

  it('switches the second step off by password and code, and shows a wrong code at its field', async () => {
    const msg = 'Código incorreto. Digite o que o aplicativo mostra agora.';
    const refused = {
      status: 400,
      body: { ok: false, type: 'validation', msg, errors: [{ path: 'code', msg }] },
    };
    api.answerWith(anAccountApi({ ...on(), 'POST /api/user/second-step/end': refused }));
    open();
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Desativar' }));
    await user.type(dialog().getByLabelText('Sua senha'), 'Forno!frio42');
    await user.type(dialog().getByLabelText('Código de verificação'), '000000');
    await user.click(dialog().getByRole('button', { name: 'Desativar' }));
    expect(await screen.findByText(msg)).toBeDefined();
    api.answerWith(
      anAccountApi({ ...on(), 'POST /api/user/second-step/end': { body: { ok: true, msg: 'Desativada.' } } }),
    );
    await user.click(dialog().getByRole('button', { name: 'Desativar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('does not offer to switch a required second step off', async () => {
    api.answerWith(anAccountApi(on({ isRequired: true })));
    open();
    expect(await screen.findByRole('button', { name: 'Gerar outros códigos' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Desativar' })).toBeNull();
  });
});
