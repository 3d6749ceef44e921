import type { InventoryBoardDetail } from '@nascente/contract/telemetry/inventory';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSession } from '../../../shared/session-state/session.ts';
import { startApi } from '../../../testing/api-server.ts';
import { openScreen } from '../../../testing/open-screen.tsx';
import { AdapterCard } from './adapter-card.tsx';

const MAC = 'A4:CF:12:00:0B:01';
const board = { mac: MAC, type: 'eletric', model: 'tri', installation: {} } as InventoryBoardDetail;
const water = { ...board, type: 'water', model: 'mono' } as InventoryBoardDetail;

let api: Awaited<ReturnType<typeof startApi>>;
let saved: unknown;
let refusal: { status: number; body: unknown } | null;

beforeAll(async () => {
  api = await startApi(({ method, body }) => {
    if (method === 'PUT') return refusal ?? { body: { ok: true, ...(body as object) } };
    return { body: { ok: true, adapter: saved } };
  });
});
afterAll(() => api.stop());
beforeEach(() => {
  api.requests.length = 0;
  saved = null;
  refusal = null;
  startSession('token');
});

const open = (shownBoard = board) =>
  openScreen([{ path: '/', element: <AdapterCard board={shownBoard} /> }], '/');
const adapters = () => screen.findByRole('combobox', { name: 'Adaptador' });
const paste = async (label: string, text: string) => {
  const field = screen.getByLabelText(label);
  await userEvent.clear(field);
  await userEvent.click(field);
  await userEvent.paste(text);
};
const shown = () =>
  within(screen.getByRole('table', { name: 'O que seria lido' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);

describe('the adapter of a board', () => {
  it('chooses an adapter, tests it with a message, and stores it', async () => {
    open();
    await userEvent.selectOptions(await adapters(), 'Shelly, 2ª geração em diante (Pro 3EM)');
    await paste('Tópico do medidor', 'shellypro3em-1');
    await paste('Tópico da mensagem', 'shellypro3em-1/status/emdata:0');
    await paste('Conteúdo', '{"id":0,"a_total_act_energy":115973.75,"a_total_act_ret_energy":0.5}');
    expect(shown()).toEqual([
      'Dataa da chegada',
      'Energia consumida, fase A115,974 kWh',
      'Energia injetada, fase A0,001 kWh',
    ]);
    await paste('Conteúdo', '{"id":');
    expect(screen.getByText(/não é JSON válido/)).toBeDefined();
    await paste('Tópico da mensagem', 'shellypro3em-1/online');
    expect(screen.getByText(/o mapeamento do adaptador não diz o que ler/)).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText('Adaptador salvo.')).toBeDefined();
    const [put] = api.requests.filter(({ method }) => method === 'PUT');
    expect(put?.body).toEqual({
      adapter: {
        adapter: 'shelly-gen2',
        topic: 'shellypro3em-1',
        zone: 'America/Sao_Paulo',
        mapping: null,
        registerWidth: null,
        maxPerHour: null,
      },
    });
    expect(await screen.findByRole('link', { name: 'Ver registradores' })).toBeDefined();
  });

  it('maps another meter, with a check before sending', async () => {
    open(water);
    await userEvent.selectOptions(await adapters(), 'Outro medidor, por mapeamento');
    await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText('Informe o tópico em que o medidor publica.')).toBeDefined();
    await paste('Tópico do medidor', 'casa/agua');
    await paste('Máximo possível por hora (m³, opcional)', '12.5');
    await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText('Use um número acima de zero, como 12,5 ou 1.000.')).toBeDefined();
    await paste('Máximo possível por hora (m³, opcional)', '1,5');
    await paste('Conteúdo', '{"total_m3":82.187,"timestamp":"2026-11-19T14:31:39Z"}');
    expect(shown()).toEqual(['Data19/11/2026 11:31:39', 'Volume82,187 m³']);
    await paste('Mapeamento', '{');
    await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
    expect((await screen.findAllByText('O mapeamento não é JSON válido.')).length).toBeGreaterThan(0);
    await paste('Mapeamento', '{"rules":[{"topic":"","path":"v","field":"volume","unit":"kWh"}],"times":[]}');
    await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
    expect((await screen.findAllByText(/A unidade não é desta grandeza/)).length).toBeGreaterThan(0);
    expect(api.requests.filter(({ method }) => method === 'PUT')).toEqual([]);
  });

  it('shows a stored adapter and a refusal, and removes the adapter', async () => {
    saved = {
      adapter: 'tasmota',
      topic: 'tele/quadro',
      zone: 'America/Manaus',
      mapping: null,
      registerWidth: 100000.5,
      maxPerHour: null,
    };
    refusal = {
      status: 409,
      body: { ok: false, type: 'duplicate', msg: 'O tópico já é lido por outra placa.' },
    };
    open();
    expect(((await screen.findByLabelText('Tópico do medidor')) as HTMLInputElement).value).toBe(
      'tele/quadro',
    );
    expect((screen.getByLabelText(/Registrador recomeça em/) as HTMLInputElement).value).toBe('100000,5');
    await userEvent.selectOptions(await adapters(), 'Nenhum: a placa fala o formato próprio');
    expect(screen.queryByLabelText('Conteúdo')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText('O tópico já é lido por outra placa.')).toBeDefined();
    refusal = null;
    await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText('Adaptador salvo.')).toBeDefined();
    await waitFor(() => expect(api.requests.at(-1)?.body).toEqual({ adapter: null }));
  });
});
