import type { Tariff } from '@nascente/contract/sites/tariffs';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi } from '../../testing/api-server.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { TariffSelect } from './tariff-select.tsx';

const tariff = (_id: string, overrides: Partial<Tariff>): Tariff => ({
  _id,
  group: 'B1',
  distributor: 'CEMIG-D',
  comment: 'Residencial',
  color: 'Convencional',
  type: 'eletric',
  modality: 'convencional',
  versions: 1,
  inPointValue: 0.9,
  interPointValue: 0.9,
  outPointValue: 0.9,
  validFrom: '2026-05-28',
  ...overrides,
});
const taxes = [
  tariff('1', {}),
  tariff('2', { distributor: 'Neoenergia Brasília', comment: 'Rural', group: 'B2' }),
  tariff('3', { group: 'A4', color: 'Verde', comment: '', inPointValue: 2.5, distributor: 'Copel' }),
  tariff('4', { type: 'water', group: 'comercial', color: '', comment: 'Comercial', distributor: 'Sabesp' }),
];
const down = { status: 503, body: { ok: false, type: 'unavailable', msg: 'O serviço está indisponível.' } };
const listed = { body: { ok: true, taxes } };

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi(() => listed);
});
beforeEach(() => api.answerWith(() => listed));
afterAll(() => api.stop());

interface FieldOptions {
  group?: 'A' | 'B';
  type?: 'eletric' | 'water';
  chosen?: string;
}

const Field = ({ group, type = 'eletric', chosen }: FieldOptions) => {
  const [value, setValue] = useState<string | null>(chosen ?? null);
  return (
    <>
      <TariffSelect type={type} group={group ?? null} value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  );
};

const open = (options: FieldOptions = {}) =>
  openScreen([{ path: '/', element: <Field {...options} /> }], '/');
const field = () => screen.findByRole('combobox', { name: 'Tarifa' });
// jsdom places nothing, so the list never becomes visible there.
const options = async () =>
  (await screen.findAllByRole('option', { hidden: true })).map(({ textContent }) => textContent);

it('finds a tariff by distributor and class, in any order, without accents', async () => {
  open();
  await screen.findByPlaceholderText('Busque pela distribuidora ou classe');
  await userEvent.type(await field(), 'rural brasilia');
  expect(await options()).toEqual(['B2 · Convencional · RuralR$ 0,9000/kWh']);
  await userEvent.click(screen.getByRole('option', { hidden: true }));
  expect(screen.getByText('2').tagName).toBe('OUTPUT');
  expect(((await field()) as HTMLInputElement).value).toBe('Neoenergia Brasília · B2 · Convencional · Rural');
});

it('offers only tariffs for the kind of meter and the group', async () => {
  open({ group: 'A' });
  await screen.findByPlaceholderText('Busque pela distribuidora ou classe');
  await userEvent.click(await field());
  expect(await options()).toEqual(['A4 · VerdeR$ 0,9000 a 2,5000/kWh']);
});

it('still shows a chosen tariff that no longer matches', async () => {
  open({ type: 'water', chosen: '1' });
  expect(await screen.findByDisplayValue('CEMIG-D · B1 · Convencional · Residencial')).toBeDefined();
});

it('reports a failure and tries again', async () => {
  api.answerWith(() => down);
  open();
  expect(await screen.findByText('O serviço está indisponível.')).toBeDefined();
  api.answerWith(() => listed);
  await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }));
  expect(await screen.findByPlaceholderText('Busque pela distribuidora ou classe')).toBeDefined();
});
