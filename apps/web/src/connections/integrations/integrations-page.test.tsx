import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endSession, startSession } from '../../shared/session-state/session.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { IntegrationsPage } from './integrations-page.tsx';
import { NewIntegrationPage } from './new-integration-page.tsx';

const gateway = {
  id: 'g1',
  kind: 'gateway',
  name: 'Galpão',
  prefix: 'nsi_a1b2c3',
  boards: ['A4:CF:12:00:0B:01', 'A4:CF:12:00:0B:02'],
  owner: null,
  createdAt: '2026-11-01T12:00:00.000Z',
  lastUsed: null,
};
const made = { ...gateway, kind: 'csv', name: 'Custos', boards: null };
const answers =
  (integrations: readonly object[] = [gateway]) =>
  ({ method, path }: { method: string; path: string }) => {
    switch (`${method} ${path}`) {
      case 'GET /api/user/integrations':
        return { body: { ok: true, integrations, ports: { plain: 1883, tls: 8883 } } };
      case 'DELETE /api/user/integrations/g1':
        return { body: { ok: true } };
      case 'GET /api/installation-meter':
        return { body: { ok: true, installationsMeter: [] } };
      case 'POST /api/user/integrations':
        return { status: 201, body: { ok: true, key: 'nsi_the-whole-key', integration: made } };
      default:
        return { status: 404, body: { ok: false, type: 'not-found', msg: 'Não encontrado.' } };
    }
  };

let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  api = await startApi(answers());
});
beforeEach(() => {
  api.requests.length = 0;
  api.answerWith(answers());
  startSession('mine');
});
afterEach(() => endSession('logout'));
afterAll(() => api.stop());

const sent = (call: string) => api.requests.filter(({ method, path }) => `${method} ${path}` === call);

describe('the page of integrations', () => {
  it('lists integrations with purpose and last use, and revokes one after a question', async () => {
    openSignedIn(aUser, IntegrationsPage, '/account/integrations');
    const list = await screen.findByRole('list', { name: 'Integrações' });
    for (const text of [
      'Galpão',
      'Gateway',
      '2 medidores',
      'criada em 01/11/2026',
      'nunca usada',
      'nsi_a1b2c3…',
    ])
      expect(list.textContent).toContain(text);
    await userEvent.click(screen.getByRole('button', { name: 'Revogar Galpão' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Revogar Galpão?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Revogar' }));
    await waitFor(() => expect(sent('DELETE /api/user/integrations/g1')).toHaveLength(1));
    expect(await screen.findByText('Integração revogada.')).toBeDefined();
  });

  it('explains how to start when no integration exists', async () => {
    api.answerWith(answers([]));
    openSignedIn(aUser, IntegrationsPage, '/account/integrations');
    expect(await screen.findByText(/Nada ligado até agora/)).toBeDefined();
  });

  it('reports a missing name at its field until one is typed', async () => {
    const errors = [{ path: 'name', msg: 'Dê um nome para reconhecer depois.' }];
    const refusal = { status: 400, body: { ok: false, type: 'validation', msg: errors[0]?.msg, errors } };
    api.answerWith((requested) => (requested.method === 'POST' ? refusal : answers()(requested)));
    openSignedIn(aUser, NewIntegrationPage, '/account/integrations/new');
    await userEvent.click(await screen.findByRole('button', { name: 'Criar' }));
    const name = screen.getByLabelText('Nome');
    await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));
    expect(document.activeElement).toBe(name);
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.type(name, 'x');
    expect(name.getAttribute('aria-invalid')).toBeNull();
  });

  it('creates an integration for all meters or some, and shows its key once', async () => {
    openSignedIn(aUser, NewIntegrationPage, '/account/integrations/new');
    await userEvent.click(await screen.findByRole('radio', { name: /Planilha por link/ }));
    await userEvent.type(screen.getByLabelText('Nome'), 'Custos');
    await userEvent.click(screen.getByRole('button', { name: 'Criar' }));
    expect(await screen.findByText('Guarde agora: isto não será mostrado de novo.')).toBeDefined();
    expect(sent('POST /api/user/integrations').map(({ body }) => body)).toEqual([
      { kind: 'csv', name: 'Custos', boards: null },
    ]);
    expect(screen.getByLabelText<HTMLInputElement>('Endereço').value).toMatch(
      /\/api\/csv\/nsi_the-whole-key$/,
    );
  });

  it('does not offer sending integrations to the read-only profile', async () => {
    openSignedIn({ ...aUser, profile: 'client' }, NewIntegrationPage, '/account/integrations/new');
    await screen.findByRole('radio', { name: /Planilha por link/ });
    expect(screen.queryByRole('radio', { name: /Gateway/ })).toBeNull();
  });
});
