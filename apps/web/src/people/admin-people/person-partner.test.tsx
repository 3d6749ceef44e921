import type { ListedPerson } from '@nascente/contract/people/admin-people';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { aUser } from '../../testing/api-server.ts';
import { fullName } from './full-name.ts';
import { PeoplePage } from './people-page.tsx';
import { anAdminApi, answering, dialog, openAsAdmin, ze } from './testing/open-admin.tsx';

const { answerWith, sent } = anAdminApi();

describe('the partner of an account', () => {
  const solar: ListedPerson = { ...ze, _id: 'p2', firstName: 'Solar', lastName: 'Sul', profile: 'partner' };
  const logo = 'data:image/png;base64,iVBORw0KGgo=';
  const openPerson = async (person: ListedPerson) => {
    answerWith((request) => {
      const isOfPartners = request.path.includes('profile=partner');
      const users = isOfPartners ? [solar] : [person];
      return answering({
        'GET /api/admin/users': { body: { ok: true, users, total: 1 } },
        'GET /api/user/p2': { body: { ok: true, user: { ...aUser, logoPartner: logo } } },
      })(request);
    });
    openAsAdmin(PeoplePage, '/people');
    await userEvent.click(await screen.findByRole('button', { name: new RegExp(fullName(person)) }));
  };

  it('chooses the partner of an account, and removes it', async () => {
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

  it('shows an Admin the logo of a partner, and removes it', async () => {
    await openPerson({ ...solar, broughtAccounts: 3 });
    expect(await dialog().findByRole('group', { name: 'Logotipo de parceiro' })).toBeDefined();
    expect(dialog().getByText('Contas que trouxe').nextElementSibling?.textContent).toBe('3');
    await userEvent.click(dialog().getByRole('button', { name: 'Remover' }));
    expect(await screen.findByText('Logotipo removido.')).toBeDefined();
    expect(sent('PATCH')).toMatchObject([{ path: '/api/admin/users/p2', body: { logoPartner: null } }]);
  });

  it('shows no partner field for a client user', async () => {
    await openPerson({ ...ze, profile: 'client', managerId: 'm1' });
    expect(dialog().queryByRole('combobox', { name: 'Parceiro que trouxe a conta' })).toBeNull();
  });
});
