import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { openSignedIn } from '../../../testing/open-signed-in.tsx';
import { admin, anInventoryApi, dialog, keyed, MAC, OTHER } from '../testing/an-inventory-api.ts';
import { ProvisionPage } from './provision-page.tsx';

const { answerWith, sent } = anInventoryApi();
/** Whether nothing asks before the window is closed. */
const mayClose = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

describe('provisioning boards on screen', () => {
  const choose = async (text: string) => {
    openSignedIn(admin, ProvisionPage, '/boards/new?por=planilha');
    const file = new File([text], 'placas.csv', { type: 'text/csv' });
    await userEvent.upload(await screen.findByLabelText('Arquivo CSV'), file);
  };

  it('by form: checks and formats the address, and shows the key', async () => {
    openSignedIn(admin, ProvisionPage, '/boards/new');
    const user = userEvent.setup();
    const field = await screen.findByLabelText('Endereço MAC');
    await user.type(field, 'A4-CF');
    await user.click(screen.getByRole('button', { name: 'Cadastrar placa' }));
    expect(await screen.findByText('Endereço MAC inválido')).toBeDefined();
    await user.clear(field);
    await user.type(field, ' a4-cf-12-00-0b-01 ');
    await user.selectOptions(screen.getByLabelText('Tipo'), 'Água');
    expect(screen.queryByLabelText('Modelo')).toBeNull();
    await user.dblClick(screen.getByRole('button', { name: 'Cadastrar placa' }));
    expect(await screen.findByText(keyed.key)).toBeDefined();
    expect(screen.getByText('AAAAA-AAAAA')).toBeDefined();
    expect(screen.getByRole('img', { name: `QR code para cadastrar a placa ${MAC}` })).toBeDefined();
    const [only, ...others] = sent('POST', '/boards');
    expect(only?.body).toEqual({ boards: [{ mac: MAC, type: 'water', model: 'tri', equipment: 'emd3p' }] });
    expect(others).toEqual([]);
  });

  it('by form: reports an existing board at its field', async () => {
    const duplicate = { ok: false, type: 'duplicate', msg: `Já existem placas com estes endereços: ${MAC}` };
    answerWith({ 'POST ': { status: 409, body: duplicate } });
    openSignedIn(admin, ProvisionPage, '/boards/new');
    await userEvent.type(await screen.findByLabelText('Endereço MAC'), MAC);
    await userEvent.click(screen.getByRole('button', { name: 'Cadastrar placa' }));
    expect(await screen.findByText(duplicate.msg)).toBeDefined();
    expect(screen.getByLabelText('Endereço MAC').getAttribute('aria-invalid')).toBe('true');
  });

  it('by spreadsheet: names every bad line and existing board, and stores nothing', async () => {
    answerWith({ 'POST /check': { body: { ok: true, existing: [OTHER] } } });
    await choose(`mac;type\nx;eletric\n${MAC};gas\n${OTHER};water\n`);
    const faults = within(await screen.findByRole('list', { name: 'Problemas da planilha' }));
    expect(faults.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Linha 2 Endereço MAC inválido',
      'Linha 3 Tipo inválido: use eletric ou water',
      `Linha 4 ${OTHER} já está no inventário`,
    ]);
    expect(screen.getByText('3 linhas precisam de correção.')).toBeDefined();
    expect(screen.queryByRole('button', { name: /Cadastrar/ })).toBeNull();
    expect(sent('POST', '/boards')).toEqual([]);
  });

  it('by spreadsheet: previews and stores boards, and asks before leaving without the keys', async () => {
    await choose(`\uFEFFmac,type,model,equipment\r\n"${MAC}",tri,,emd\r\n`);
    expect(await screen.findByText('1 placa pronta para cadastrar.')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Cadastrar 1 placa' }));
    expect(await screen.findByRole('heading', { name: '1 placa cadastrada' })).toBeDefined();
    expect(sent('POST', '/boards')[0]?.body).toEqual({
      boards: [{ mac: MAC, type: 'eletric', model: 'tri', equipment: 'emd' }],
    });
    await waitFor(() => expect(mayClose()).toBe(false));
    await userEvent.click(screen.getByRole('link', { name: 'Ver inventário' }));
    expect(dialog().getByText('Sair sem guardar chaves e códigos?')).toBeDefined();
    await userEvent.click(dialog().getByRole('button', { name: 'Voltar' }));
    await userEvent.click(screen.getByRole('button', { name: 'Copiar' }));
    expect(await navigator.clipboard.readText()).toBe(
      `mac;key;code;link\r\n${MAC};${keyed.key};AAAAA-AAAAA;${keyed.link}`,
    );
  });
});
