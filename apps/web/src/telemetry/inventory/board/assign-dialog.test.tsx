import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { openSignedIn } from '../../../testing/open-signed-in.tsx';
import { admin, anInventoryApi, MAC, OTHER } from '../testing/an-inventory-api.ts';
import { AssignDialog } from './assign-dialog.tsx';

const { answerWith, sent } = anInventoryApi();
const assigned = { 'POST /assign': { body: { ok: true, assigned: 1 } } };

const onClose = vi.fn();
const OneBoard = () => <AssignDialog mac={MAC} onClose={onClose} />;
const ManyBoards = () => <AssignDialog onClose={onClose} />;

const open = (Opened: typeof OneBoard) => openSignedIn(admin, Opened, '/boards');
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Atribuir' }));

it('assigns one board to the typed Manager', async () => {
  answerWith(assigned);
  open(OneBoard);
  await userEvent.type(screen.getByRole('combobox', { name: 'E-mail do gestor' }), 'Ana@Loja.example');
  await submit();
  expect(await screen.findByText('1 placa atribuída.')).toBeDefined();
  expect(sent('POST', '/assign')[0]?.body).toEqual({ boards: [{ mac: MAC, email: 'ana@loja.example' }] });
  expect(onClose).toHaveBeenCalledOnce();
});

it('assigns a list, each line to its own Manager where it names one', async () => {
  answerWith(assigned);
  open(ManyBoards);
  await userEvent.click(screen.getByLabelText('Placas'));
  await userEvent.paste(`${MAC}\n${OTHER};rui@loja.example`);
  await userEvent.type(screen.getByRole('combobox', { name: 'E-mail do gestor' }), 'ana@loja.example');
  await submit();
  await screen.findByText('2 placas atribuídas.');
  expect(sent('POST', '/assign').at(-1)?.body).toEqual({
    boards: [
      { mac: MAC, email: 'ana@loja.example' },
      { mac: OTHER, email: 'rui@loja.example' },
    ],
  });
});

it('names the faulty line and sends nothing', async () => {
  open(ManyBoards);
  const before = sent('POST', '/assign').length;
  await userEvent.click(screen.getByLabelText('Placas'));
  await userEvent.paste(`${MAC};ana@loja.example\nx`);
  await submit();
  expect(await screen.findByText('Linha 2: Endereço MAC inválido.')).toBeDefined();
  expect(sent('POST', '/assign')).toHaveLength(before);
});
