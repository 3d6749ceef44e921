import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { aPerson } from '../../testing/a-person.ts';
import { anEstablishment } from '../../testing/an-establishment.ts';
import { aUser } from '../../testing/api-server.ts';
import { refused } from '../../testing/signed-in-api.ts';
import { aRegistrationApi, MAC, openStageOne } from './testing/open-registration.tsx';

const admin = { ...aUser, profile: 'Admin' } as const;
const { answering, sentTo } = aRegistrationApi();

const send = () => userEvent.click(screen.getByRole('button', { name: 'Registrar' }));
const chooseTariff = async () => {
  await userEvent.click(screen.getByRole('combobox', { name: 'Tarifa' }));
  await userEvent.click(await screen.findByRole('option', { hidden: true, name: /B3/ }));
};
const typeNewEstablishment = async () => {
  await userEvent.type(screen.getByLabelText('Apelido'), 'Quadro');
  await userEvent.type(screen.getByLabelText('Nome do estabelecimento'), 'Loja');
  await userEvent.type(screen.getByLabelText('Endereço'), 'Rua A');
  await userEvent.type(screen.getByLabelText('CEP'), '01310100');
};

describe('stage 1 of the registration', () => {
  it('reports every missing field with the text of the specification', async () => {
    await openStageOne();
    await send();
    for (const text of [
      'Verifique os campos digitados',
      'Seu endereço precisa de um Nome',
      'Endereço inválido',
      'CEP inválido',
      'Escolha uma tarifa',
    ])
      expect(await screen.findByText(text)).toBeDefined();
    expect(sentTo('/api/board-new')).toEqual([]);
  });

  it('registers at a new place, fills its address by the CEP, and opens the meter', async () => {
    await openStageOne();
    await userEvent.type(screen.getByLabelText('Apelido'), ' Quadro ');
    await userEvent.type(screen.getByLabelText('Nome do estabelecimento'), 'Loja');
    await userEvent.type(screen.getByLabelText('CEP'), '01310100');
    await waitFor(
      () =>
        expect(screen.getByLabelText<HTMLInputElement>('Endereço').value).toBe(
          'Av. Paulista, Bela Vista, São Paulo, SP',
        ),
      { timeout: 4_000 },
    );
    await userEvent.click(screen.getByLabelText('Medidor instalado no quadro geral'));
    await chooseTariff();
    await send();
    expect(await screen.findByText('Medidor Cadastrado com sucesso!')).toBeDefined();
    expect(await screen.findByRole('heading', { name: 'O medidor' })).toBeDefined();
    expect(sentTo('/api/board-new')).toEqual([
      {
        MACAddress: MAC,
        Alias: 'Quadro',
        Comment: '',
        location: {
          name: 'Loja',
          address: 'Av. Paulista, Bela Vista, São Paulo, SP',
          postalCode: '01.310-100',
          description: '',
        },
        isGeral: true,
        tax: 't1',
        tension: 220,
        solarPanel: false,
      },
    ]);
  });

  it('registers a meter at the inverter, and asks about panels for a general meter', async () => {
    const establishments = [anEstablishment({ _id: 'e1', owner: aUser._id })];
    answering({ 'GET /api/establishment': { body: { ok: true, establishments } } });
    await openStageOne();
    await userEvent.type(screen.getByLabelText('Apelido'), 'Inversor');
    await userEvent.selectOptions(screen.getByLabelText('Estabelecimento', { selector: 'select' }), 'e1');
    await userEvent.click(screen.getByLabelText('Medidor instalado no quadro geral'));
    await userEvent.click(screen.getByLabelText('O local tem painéis solares'));
    await userEvent.click(screen.getByLabelText('Medidor instalado no quadro geral'));
    const atInverter = screen.getByLabelText<HTMLInputElement>('Este medidor está no inversor solar');
    expect(atInverter.checked).toBe(false);
    await userEvent.click(atInverter);
    await chooseTariff();
    await send();
    await screen.findByRole('heading', { name: 'O medidor' });
    expect(sentTo('/api/installation-meter')).toMatchObject([{ fuseBoxMeter: false, solarPanel: true }]);
  });

  it('registers at an existing establishment', async () => {
    const establishments = [anEstablishment({ _id: 'e1', owner: aUser._id })];
    answering({ 'GET /api/establishment': { body: { ok: true, establishments } } });
    await openStageOne();
    await userEvent.type(screen.getByLabelText('Apelido'), 'Quadro');
    await chooseTariff();
    await send();
    expect(await screen.findByText('Escolha um estabelecimento.')).toBeDefined();
    await userEvent.selectOptions(screen.getByLabelText('Estabelecimento', { selector: 'select' }), 'e1');
    await send();
    await screen.findByRole('heading', { name: 'O medidor' });
    expect(sentTo('/api/installation-meter')).toEqual([
      {
        locationCode: 'e1',
        name: 'Quadro',
        meter: MAC,
        comment: '',
        fuseBoxMeter: false,
        solarPanel: false,
        voltage: 220,
        tax: 't1',
      },
    ]);
  });

  it.each([
    [409, 'duplicate', 'Este MAC Address já esta sendo usado!', 'Este MAC Address já esta sendo usado!'],
    [
      503,
      'unavailable',
      'Fora.',
      'Ops, algo inesperado aconteceu com a operação, tente novamente mais tarde.',
    ],
  ])('retains the input when the server answers %s', async (status, type, msg, text) => {
    answering({ 'POST /api/board-new': refused(status, type, msg) });
    await openStageOne();
    await typeNewEstablishment();
    await chooseTariff();
    await send();
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Apelido').value).toBe('Quadro');
  });

  it('lets an Admin choose the owner, and shows that owner’s places', async () => {
    const establishments = [anEstablishment({ _id: 'e2', name: 'Oficina', owner: 'p2' })];
    answering({
      'GET /api/establishment': { body: { ok: true, establishments } },
      'GET /api/admin/users': { body: { ok: true, users: [aPerson], total: 1 } },
    });
    await openStageOne(admin);
    expect(screen.queryByLabelText('Estabelecimento', { selector: 'select' })).toBeNull();
    await userEvent.click(screen.getByRole('combobox', { name: 'Titular' }));
    await userEvent.click(await screen.findByRole('option', { hidden: true, name: /Rita Lima/ }));
    await userEvent.click(screen.getByRole('radio', { name: 'Novo estabelecimento' }));
    await typeNewEstablishment();
    await chooseTariff();
    await send();
    await screen.findByRole('heading', { name: 'O medidor' });
    expect(sentTo('/api/board-new')).toMatchObject([{ location: { name: 'Loja', owner: 'p2' } }]);
  });
});
