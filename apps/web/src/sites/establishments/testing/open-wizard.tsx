import type { User } from '@nascente/contract/people/session';
import type { Establishment } from '@nascente/contract/sites/establishments';
import type { FoundAddress, FoundCompany } from '@nascente/contract/sites/lookups';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Outlet } from 'react-router';
import { SignedInProvider } from '../../../shared/session-state/signed-in.ts';
import { anEstablishment } from '../../../testing/an-establishment.ts';
import { aUser } from '../../../testing/api-server.ts';
import { openScreen } from '../../../testing/open-screen.tsx';
import { EstablishmentWizardPage } from '../establishment-wizard-page.tsx';

export const company: FoundCompany = {
  cnpj: '12ABC34501DE35',
  corporateName: 'PADARIA AURORA LTDA',
  fantasyName: 'PADARIA AURORA',
  situation: 'ATIVA',
  address: {
    postalCode: '50.030-230',
    street: 'Cais do Apolo',
    number: '925',
    complement: null,
    neighborhood: 'Recife',
    city: 'Recife',
    state: 'PE',
  },
};

export const address: FoundAddress = {
  postalCode: '01.310-100',
  street: 'Avenida Paulista',
  neighborhood: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
};

export type AnswerWith = { status?: number; body: unknown } | 'hang up';
type Requested = { method: string; path: string; body: unknown };

export const refused = (status: number, type: string, msg: string, errors?: unknown) => ({
  status,
  body: { ok: false, type, msg, ...(errors === undefined ? {} : { errors }) },
});

/** Answers for the wizard by method and path; a test gives those that it is about. */
export const aWizardApi =
  (answers: Readonly<Record<string, AnswerWith>> = {}) =>
  ({ method, path }: Requested): AnswerWith => {
    const own = answers[`${method} ${path}`];
    if (own) return own;
    if (path.startsWith('/api/lookup/cnpj/')) return { body: { ok: true, company } };
    if (path.startsWith('/api/lookup/cep/')) return { body: { ok: true, address } };
    if (path === '/api/tax') return { body: { ok: true, taxes: [] } };
    const establishment = anEstablishment({ fantasyName: 'Padaria Aurora', cnpj: company.cnpj });
    if (method === 'POST') return { status: 201, body: { ok: true, establishment } };
    return { body: { ok: true, establishment } };
  };

/** Opens the wizard as it stands in the app, with somewhere to be led to. */
export const openWizard = (path = '/new/establishment', user: User = aUser) => {
  const element = (
    <SignedInProvider value={user}>
      <Outlet />
    </SignedInProvider>
  );
  const children = [
    { path: '/new/establishment', Component: EstablishmentWizardPage },
    { path: '/edit/establishment/:id', Component: EstablishmentWizardPage },
    { path: '/home', element: <h1>Início</h1> },
    { path: '/', element: <h1>Entrada</h1> },
  ];
  return openScreen([{ element, children }], path);
};

export const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
export const title = () => screen.getByRole('heading', { level: 2 }).textContent;
export const dialog = () => within(screen.getByRole('dialog'));

/** A draft that is filled in to the end, on its last step. */
export const keepDraftOf = (
  establishment: Establishment | null,
  draft: Record<string, unknown>,
  userId = '1',
) =>
  localStorage.setItem(
    `nascente.draft.${userId}.establishment.${establishment?._id ?? 'new'}`,
    JSON.stringify(draft),
  );
