import type { InventoryBoard, InventoryBoardDetail } from '@nascente/contract/inventory';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { endSession, startSession } from '../../shared/session.ts';
import { SignedInProvider } from '../../shared/signed-in.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { InventoryBoardPage } from './board-page.tsx';
import { InventoryPage } from './inventory-page.tsx';
import { ProvisionPage } from './provision-page.tsx';

const admin = { ...aUser, profile: 'Admin' } as const;
const MAC = 'A4:CF:12:00:0B:01';
const OTHER = 'A4:CF:12:00:0B:02';
const owner = { _id: 'p1', name: 'Rita Souza', email: 'rita@padaria.example' };
const inStock: InventoryBoard = {
  mac: MAC,
  type: 'eletric',
  model: 'mono',
  equipment: 'emd',
  createdAt: '2026-11-01T12:00:00.000Z',
  installation: null,
  silent: false,
  connection: null,
  lastMessage: null,
  refused: 0,
};
const silent: InventoryBoard = {
  ...inStock,
  mac: OTHER,
  installation: { name: 'Forno', establishmentName: 'Padaria', owner },
  silent: true,
  lastMessage: '2026-11-20T12:00:00.000Z',
  refused: 1234,
};
const detail: InventoryBoardDetail = {
  ...inStock,
  connection: null,
  installations: [],
  hasClaimCode: false,
  hasReadings: false,
  refusals: [],
  keptFrames: [],
};
const heard: InventoryBoardDetail = {
  ...silent,
  connection: {
    connectedAt: '2026-11-20T12:00:00.000Z',
    disconnectedAt: null,
    address: '203.0.113.9',
    protocol: 'MQTT 3.1.1, TLS',
    heldBackAt: null,
    bySharedCredential: false,
  },
  installations: [
    {
      id: '1',
      name: 'Forno',
      establishmentName: 'Padaria',
      owner,
      installedAt: '2026-11-02T12:00:00.000Z',
      removedAt: null,
    },
  ],
  hasClaimCode: true,
  hasReadings: true,
  refusals: [{ day: '2026-11-19', reason: 'empty', explanation: 'A mensagem está vazia.', frames: 1234 }],
  keptFrames: [
    {
      id: '9',
      receivedAt: '2026-11-19T12:00:00.000Z',
      reason: 'empty',
      topic: `message/${MAC}`,
      text: '<img src=x>',
    },
  ],
};
const coded = {
  mac: MAC,
  code: 'AAAAA-AAAAA',
  link: `https://app.nascente.test/registerBoard?mac=${MAC}&code=AAAAA-AAAAA`,
};
const keyed = { ...coded, key: 'f'.repeat(40) };
const claimLink = () => coded.link;

let api: Awaited<ReturnType<typeof startApi>>;
type AnswerWith = { status?: number; body: unknown };
const USUAL: readonly (readonly [string, AnswerWith])[] = [
  ['/claim-code', { status: 201, body: { ok: true, board: coded } }],
  ['/release', { body: { ok: true, board: detail } }],
  ['/key', { status: 201, body: { ok: true, board: { mac: MAC, key: keyed.key } } }],
  ['/adapter', { body: { ok: true, adapter: null } }],
  ['/check', { body: { ok: true, known: [] } }],
];
const answering =
  (answers: Record<string, AnswerWith> = {}) =>
  ({ method, path }: { method: string; path: string }): AnswerWith => {
    const [bare = ''] = path.split('?');
    const own = answers[`${method} ${bare.replace('/api/admin/boards', '')}`];
    if (own) return own;
    const usual = USUAL.find(([end]) => bare.endsWith(end));
    if (usual) return usual[1];
    if (method === 'POST') return { status: 201, body: { ok: true, boards: [keyed] } };
    if (method === 'GET' && bare.endsWith('/boards'))
      return { body: { ok: true, boards: [inStock, silent], total: 1002, next: OTHER } };
    return { body: { ok: true, board: detail } };
  };

beforeAll(async () => {
  api = await startApi(answering());
});
beforeEach(() => {
  api.asked.length = 0;
  api.answerWith(answering());
  startSession('mine');
});
afterEach(() => endSession('logout'));
afterAll(() => api.stop());

const sent = (method: string, end: string) =>
  api.asked.filter((asked) => asked.method === method && asked.path.endsWith(end));
/** Whether nothing asks before the window is closed. */
const mayClose = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
const dialog = () => within(screen.getByRole('dialog'));

const openBoard = (board: InventoryBoardDetail, more: Record<string, AnswerWith> = {}) => {
  api.answerWith(answering({ [`GET /${encodeURIComponent(MAC)}`]: { body: { ok: true, board } }, ...more }));
  return openScreen(
    [
      {
        path: '/boards/:mac',
        element: (
          <SignedInProvider value={admin}>
            <InventoryBoardPage />
          </SignedInProvider>
        ),
      },
      { path: '/boards', element: <h1>Inventário</h1> },
    ],
    `/boards/${MAC}`,
  );
};

it.each([
  ['user', InventoryPage],
  ['Manager', ProvisionPage],
  ['client', InventoryBoardPage],
] as const)('leads the profile %s home', async (profile, Screen: ComponentType) => {
  openSignedIn({ ...aUser, profile }, Screen, '/boards');
  expect(await screen.findByRole('heading', { name: 'Início' })).toBeDefined();
  expect(api.asked).toEqual([]);
});

describe('the inventory', () => {
  it('lists boards with where they are and how they do, and goes on by the last of them', async () => {
    openSignedIn(admin, InventoryPage, '/boards');
    const rows = within(await screen.findByRole('list', { name: 'Placas' })).getAllByRole('link');
    expect(rows.map((row) => row.getAttribute('href'))).toEqual([`/boards/${MAC}`, `/boards/${OTHER}`]);
    expect(rows[0]?.textContent).toContain('Energia · Monofásico · EMD');
    expect(rows[0]?.textContent).toContain('Em estoque');
    expect(rows[1]?.textContent).toContain('Padaria · Forno');
    expect(rows[1]?.textContent).toContain('1.234 recusados');
    expect(screen.getByText('1.002')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Mostrar mais' }));
    await waitFor(() => expect(api.asked.at(-1)?.path).toContain(`after=${encodeURIComponent(OTHER)}`));
  });

  it('is searched and filtered, and keeps that in the address', async () => {
    const { router } = openSignedIn(admin, InventoryPage, '/boards');
    const user = userEvent.setup();
    const field = await screen.findByRole('searchbox', { name: 'Buscar placa' });
    await user.type(field, 'a4-cf');
    await waitFor(() => expect(router.state.location.search).toBe('?busca=a4-cf'));
    expect(document.activeElement).toBe(field);
    await user.click(screen.getByRole('radio', { name: 'Sem mensagem' }));
    expect(router.state.location.search).toBe('?busca=a4-cf&situacao=silent');
    await waitFor(() => expect(api.asked.at(-1)?.path).toContain('search=a4-cf&state=silent'));
  });

  it('that is empty, or found nothing, says so', async () => {
    const none = { body: { ok: true, boards: [], total: 0, next: null } };
    api.answerWith(answering({ 'GET ': none }));
    const { router } = openSignedIn(admin, InventoryPage, '/boards?situacao=stock');
    await userEvent.click(await screen.findByRole('button', { name: 'Mostrar todas' }));
    expect(router.state.location.search).toBe('');
    expect(await screen.findByText(/ainda não tem placas/)).toBeDefined();
  });
});

describe('provisioning', () => {
  const choose = async (text: string) => {
    openSignedIn(admin, ProvisionPage, '/boards/new?por=planilha');
    const file = new File([text], 'placas.csv', { type: 'text/csv' });
    await userEvent.upload(await screen.findByLabelText('Arquivo CSV'), file);
  };

  it('by form: the address is checked, written out, and the key shown', async () => {
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

  it('by form: a board that is there already is told at its field', async () => {
    const duplicate = { ok: false, type: 'duplicate', msg: `Já existem placas com estes endereços: ${MAC}` };
    api.answerWith(answering({ 'POST ': { status: 409, body: duplicate } }));
    openSignedIn(admin, ProvisionPage, '/boards/new');
    await userEvent.type(await screen.findByLabelText('Endereço MAC'), MAC);
    await userEvent.click(screen.getByRole('button', { name: 'Cadastrar placa' }));
    expect(await screen.findByText(duplicate.msg)).toBeDefined();
    expect(screen.getByLabelText('Endereço MAC').getAttribute('aria-invalid')).toBe('true');
  });

  it('by spreadsheet: every bad line is named, those of the inventory too, and nothing can be stored', async () => {
    api.answerWith(answering({ 'POST /check': { body: { ok: true, known: [OTHER] } } }));
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

  it('by spreadsheet: what is ready is shown, then stored, and leaving without the keys is asked about', async () => {
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
      `mac;key;code;link\r\n${MAC};${keyed.key};AAAAA-AAAAA;${claimLink()}`,
    );
  });
});

describe('a board', () => {
  it('that works tells its connection, its past and its refusals, and keeps what it is', async () => {
    openBoard(heard);
    expect(await screen.findByText('203.0.113.9')).toBeDefined();
    expect(screen.getByText('MQTT 3.1.1, TLS')).toBeDefined();
    expect(screen.getByText('Rita Souza')).toBeDefined();
    expect(screen.getByRole('table', { name: 'Recusas por dia' }).textContent).toContain(
      'A mensagem está vazia.',
    );
    expect(screen.getByText('<img src=x>')).toBeDefined();
    expect(screen.getByText(/não podem mais ser alterados/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Alterar tipo e modelo' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Remover do inventário' })).toBeNull();
  });

  it('that sends more than its allowance says when, and that nothing is lost', async () => {
    const { connection } = heard;
    openBoard({
      ...heard,
      connection: connection && { ...connection, heldBackAt: new Date().toISOString() },
    });
    expect(await screen.findByText('Acima do limite de envio')).toBeDefined();
    expect(screen.getByText(/Atingido pela última vez em .*: as mensagens esperam a vez/)).toBeDefined();
  });

  it('that did so long ago is not above it any more', async () => {
    const { connection } = heard;
    openBoard({ ...heard, connection: connection && { ...connection, heldBackAt: '2026-11-01T12:00:00Z' } });
    expect(await screen.findByText(/Atingido pela última vez em 01\/11\/2026/)).toBeDefined();
    expect(screen.queryByText('Acima do limite de envio')).toBeNull();
  });

  it('says by which credential it came', async () => {
    const { connection } = heard;
    openBoard({ ...heard, connection: connection && { ...connection, bySharedCredential: true } });
    expect(await screen.findByText(/A credencial comum das placas/)).toBeDefined();
    expect(screen.queryByText('A própria chave')).toBeNull();
  });

  it('gets a new key after a question', async () => {
    openBoard(heard);
    await userEvent.click(await screen.findByRole('button', { name: 'Trocar chave' }));
    expect(sent('POST', '/key')).toEqual([]);
    await userEvent.click(dialog().getByRole('button', { name: 'Trocar chave' }));
    expect(await screen.findByText(keyed.key)).toBeDefined();
    expect(sent('POST', '/key')).toHaveLength(1);
  });

  it('gets a new code after a question, which comes with its label', async () => {
    openBoard(heard);
    await userEvent.click(await screen.findByRole('button', { name: 'Trocar código' }));
    await userEvent.click(dialog().getByRole('button', { name: 'Trocar código' }));
    expect(await screen.findByText('AAAAA-AAAAA')).toBeDefined();
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    await userEvent.click(dialog().getByRole('button', { name: 'Imprimir etiqueta' }));
    expect(print).toHaveBeenCalledOnce();
    print.mockRestore();
  });

  it('is released of whoever has it, who is named first', async () => {
    openBoard(heard);
    await userEvent.click(await screen.findByRole('button', { name: 'Liberar placa' }));
    expect(dialog().getByText(/Padaria \(Forno\), de Rita Souza/)).toBeDefined();
    expect(sent('POST', '/release')).toEqual([]);
    await userEvent.click(dialog().getByRole('button', { name: 'Liberar placa' }));
    expect(await screen.findByText('Placa liberada.')).toBeDefined();
    expect(sent('POST', '/release')).toHaveLength(1);
  });

  it('in stock cannot be released, and without a code gets one', async () => {
    openBoard(detail);
    expect(await screen.findByRole('button', { name: 'Gerar código' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Liberar placa' })).toBeNull();
  });

  it('that was never heard is described anew', async () => {
    openBoard(detail);
    await userEvent.click(await screen.findByRole('button', { name: 'Alterar tipo e modelo' }));
    expect(dialog().getByRole('button', { name: 'Salvar' })).toHaveProperty('disabled', true);
    await userEvent.selectOptions(dialog().getByLabelText('Modelo'), 'Trifásico');
    await userEvent.click(dialog().getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.asked.find(({ method }) => method === 'PATCH')?.body).toEqual({
      type: 'eletric',
      model: 'tri',
      equipment: 'emd',
    });
  });

  it('that was never installed is removed after a question', async () => {
    const { router } = openBoard(detail, { [`DELETE /${encodeURIComponent(MAC)}`]: { body: { ok: true } } });
    await userEvent.click(await screen.findByRole('button', { name: 'Remover do inventário' }));
    await userEvent.click(dialog().getByRole('button', { name: 'Remover' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/boards'));
  });

  it('that is not there says so', async () => {
    const absent = { ok: false, type: 'not-found', msg: 'Placa não encontrada.' };
    openBoard(detail, { [`GET /${encodeURIComponent(MAC)}`]: { status: 404, body: absent } });
    expect(await screen.findByText('Esta placa não está no inventário.')).toBeDefined();
  });
});
