import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { endSession, startSession } from '../../../shared/session-state/session.ts';
import { aPerson } from '../../../testing/a-person.ts';
import { anEstablishment } from '../../../testing/an-establishment.ts';
import { aUser, startApi } from '../../../testing/api-server.ts';
import { aTyped } from '../testing/a-typed.ts';
import { aWizardApi, dialog, keepDraftOf, openWizard, press } from '../testing/open-wizard.tsx';
import { newTyped } from '../typed/typed-establishment.ts';

const LABEL = 'Rita Lima · rita@oficina.test';
const admin = { ...aUser, profile: 'Admin' as const };

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  const users = { body: { ok: true, users: [aPerson], total: 1 } };
  const answer = aWizardApi();
  api = await startApi((requested) =>
    requested.path.startsWith('/api/admin/users') ? users : answer(requested),
  );
});
afterEach(() => endSession('logout'));
afterAll(() => api.stop());

const owner = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Titular' });

it('lets an Admin choose the owner of an establishment, and stores the choice in the draft', async () => {
  startSession('mine');
  keepDraftOf(null, { base: newTyped(), typed: aTyped(), step: 0, reached: 3 });
  const { unmount } = openWizard('/new/establishment', admin);
  await userEvent.click(await owner());
  await userEvent.click(await screen.findByRole('option', { hidden: true, name: LABEL }));
  expect((await owner()).value).toBe(LABEL);
  unmount();
  openWizard('/new/establishment', admin);
  expect((await owner()).value).toBe(LABEL);
  await userEvent.click(screen.getByRole('button', { name: /Equipamento/ }));
  await press('Concluir');
  await userEvent.click(dialog().getByRole('button', { name: 'Confirmar' }));
  await vi.waitFor(() =>
    expect(api.requests.find(({ method }) => method === 'POST')?.body).toMatchObject({ owner: 'p2' }),
  );
});

it('shows no owner field to other profiles, nor for an existing establishment', async () => {
  startSession('mine');
  const { unmount } = openWizard();
  await screen.findByLabelText('CNPJ');
  expect(screen.queryByRole('combobox', { name: 'Titular' })).toBeNull();
  unmount();
  openWizard(`/edit/establishment/${anEstablishment()._id}`, admin);
  await screen.findByLabelText('CNPJ');
  expect(screen.queryByRole('combobox', { name: 'Titular' })).toBeNull();
});
