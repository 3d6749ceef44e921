import type { Establishment } from '@nascente/contract/sites/establishments';
import { screen } from '@testing-library/react';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi } from '../../../testing/api-server.ts';
import { answering, establishment, openBillPage } from '../testing/open-bill.tsx';
import { BillFrame } from './bill-frame.tsx';

const anInstallation = (_id: string, type: 'eletric' | 'water'): Establishment['installations'][number] => ({
  _id,
  name: type === 'water' ? 'Hidrômetro' : 'Geral',
  meter: `AA:BB:CC:00:00:0${_id}`,
  comment: '',
  fuseBoxMeter: true,
  tax: null,
  type,
  model: 'mono',
  equipment: 'emd',
});

const withBoth = {
  ...establishment,
  installations: [anInstallation('1', 'eletric'), anInstallation('2', 'water')],
};

let api: Awaited<ReturnType<typeof startApi>>;
let held = Promise.resolve();
const answer = answering({ 'GET /api/establishment/e1': { establishment: withBoth } });

beforeAll(async () => {
  api = await startApi(async (requested) => {
    await held;
    return answer(requested);
  });
});
afterAll(() => api.stop());

const Framed = () => (
  <BillFrame title="Fatura">
    <p>O que está abaixo</p>
  </BillFrame>
);
const open = () => openBillPage(Framed, '/bill/:id', '/bill/e1');
const choice = () => screen.queryByRole('group', { name: 'O que é faturado' });
const below = () => screen.queryByText('O que está abaixo');

it('shows the choice of the utility together with the content below it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  open();
  await screen.findByRole('heading', { level: 1 });
  expect([choice(), below()]).toEqual([null, null]);
  resolve();
  expect(await screen.findByText('O que está abaixo')).toBeDefined();
  expect(choice()).not.toBeNull();
});

it('does not wait for an answer for an establishment already seen on this device', async () => {
  const first = open();
  await screen.findByText('O que está abaixo');
  first.unmount();
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  open();
  await screen.findByRole('heading', { level: 1 });
  expect(choice()).not.toBeNull();
  expect(below()).not.toBeNull();
  resolve();
  expect(await screen.findByText('Padaria Aurora')).toBeDefined();
});
