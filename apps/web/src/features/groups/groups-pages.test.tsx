import type { Apportionment } from '@nascente/contract/apportionment';
import type { Group, GroupMeter } from '@nascente/contract/groups';
import type { User } from '@nascente/contract/session';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endSession, startSession } from '../../shared/session.ts';
import { aBoard } from '../../testing/a-board.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { ApportionmentPage } from './apportionment-page.tsx';
import { EditGroupPage, NewGroupPage } from './edit-group-page.tsx';
import { GroupPage } from './group-page.tsx';
import { GroupsPage } from './groups-page.tsx';

const oven = aBoard({ name: 'Forno', macAddress: 'AA:BB:CC:DD:EE:01' });
const lights = aBoard({ name: 'Luzes', macAddress: 'AA:BB:CC:DD:EE:02' });
const water = aBoard({ name: 'Hidrômetro', macAddress: 'AA:BB:CC:DD:EE:03', type: 'water' });

const aGroup = (given: Partial<Group> = {}): Group => ({
  _id: 'g1',
  name: 'Cozinha',
  type: 'eletric',
  boards: [oven.macAddress],
  dueDate: 20,
  nextDueDate: '2026-11-20',
  daysUntilDue: 7,
  owner: '1',
  start: '2026-11-01',
  end: '2026-11-13',
  total: 1234.56,
  cost: 987.6,
  completeness: 0.985,
  ...given,
});

const aMeter = (given: Partial<GroupMeter> = {}): GroupMeter => ({
  id: '1',
  macAddress: oven.macAddress,
  name: 'Forno',
  establishmentId: 'e1',
  establishmentName: 'Padaria Aurora',
  isMember: true,
  from: '2026-11-01',
  until: '2026-11-13',
  total: 30,
  cost: 24,
  completeness: 1,
  share: 0.75,
  ...given,
});

const shared: Apportionment = {
  type: 'eletric',
  by: 'meters',
  establishmentName: 'Padaria Aurora',
  start: '2026-11-01',
  end: '2026-11-13',
  previousCycle: { start: '2026-10-01', end: '2026-10-31' },
  nextCycle: null,
  total: 1000,
  source: 'bill',
  computedTotal: 1000,
  consumed: 100,
  completeness: 1,
  parts: [
    {
      kind: 'meter',
      id: '1',
      name: 'Forno; "novo"',
      macAddress: oven.macAddress,
      total: 80,
      share: 0.8,
      amount: 720,
      completeness: 1,
    },
  ],
  rest: { unmeasured: 20, share: 0.2, unmeasuredAmount: 180, fixed: 100, unshared: 0, amount: 280 },
  notes: ['Falta a bandeira de 11/2026.'],
};

let groups: Group[] = [];
let api: Awaited<ReturnType<typeof startApi>>;
let refusal: { status: number; body: unknown } | null = null;

const answer = ({ method, path }: { method: string; path: string }) => {
  if (refusal !== null && method !== 'GET') return refusal;
  if (path.startsWith('/api/groups')) return { body: { ok: true, groups } };
  if (path.startsWith('/api/installation-meter'))
    return { body: { ok: true, installationsMeter: [oven, lights, water] } };
  if (path.includes('/apportionment')) return { body: { ok: true, apportionment: shared } };
  if (method === 'POST')
    return { status: path.endsWith('/new') ? 201 : 200, body: { ok: true, group: aGroup() } };
  if (method === 'DELETE') return { body: { ok: true } };
  const meters = [
    aMeter(),
    aMeter({ id: '2', name: 'Luzes', isMember: false, until: '2026-11-05', share: 0.25, total: 10 }),
  ];
  return { body: { ok: true, group: aGroup(), meters } };
};

beforeAll(async () => {
  api = await startApi(answer);
});
beforeEach(() => {
  api.asked.length = 0;
  groups = [aGroup()];
  refusal = null;
  startSession('mine');
});
afterEach(() => endSession('logout'));
afterAll(() => api.stop());

const open = (page: ComponentType, address: string, profile: User['profile'] = 'user') =>
  openSignedIn({ ...aUser, profile }, page, address);
const openForm = () =>
  openSignedIn(aUser, NewGroupPage, '/groups/new', [{ path: '/groups/g1', element: <h1>O novo grupo</h1> }]);
const sent = (method: string) =>
  api.asked.filter((asked) => asked.method === method).map(({ path, body }) => [path, body]);
const rows = async (name: string) =>
  within(await screen.findByRole('list', { name })).getAllByRole('listitem');

describe('the list', () => {
  it('shows each group with its total, its meters and its due date', async () => {
    groups = [
      aGroup(),
      aGroup({ _id: 'g2', name: 'Atrasado', dueDate: '2026-11-11', daysUntilDue: -2, boards: [] }),
      aGroup({ _id: 'g3', name: 'Hoje', daysUntilDue: 0 }),
      aGroup({ _id: 'g4', name: 'Livre', dueDate: null, nextDueDate: null, daysUntilDue: null }),
    ];
    open(GroupsPage, '/groups?unidade=reais');
    const texts = (await rows('Grupos')).map(({ textContent }) => textContent);
    expect(texts[0]).toMatch(/Cozinha1 medidor · todo dia 20vence em 7 diasR\$\s987,6098,5% dos dados/);
    expect(texts[1]).toMatch(/nenhum medidor · 11\/11\/2026venceu há 2 dias/);
    expect(texts[2]).toContain('vence hoje');
    expect(texts[3]).not.toContain('venc');
  });

  it('says what to do where there is none, and nothing to do to who may only read', async () => {
    groups = [];
    const { unmount } = open(GroupsPage, '/groups');
    expect(await screen.findByText(/Nenhum grupo ainda/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Novo grupo' }).getAttribute('href')).toBe('/groups/new');
    unmount();
    open(GroupsPage, '/groups', 'client');
    expect(await screen.findByText('Nenhum grupo tem os medidores que você acompanha.')).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Novo grupo' })).toBeNull();
  });

  it('asks for the days of the address, and keeps them on the way to a group', async () => {
    open(GroupsPage, '/groups?inicio=2026-10-01&fim=2026-10-31');
    const [row] = await rows('Grupos');
    expect(api.asked.some(({ path }) => path === '/api/groups?start=2026-10-01&end=2026-10-31')).toBe(true);
    expect(
      within(row as HTMLElement)
        .getByRole('link')
        .getAttribute('href'),
    ).toBe('/groups/g1?inicio=2026-10-01&fim=2026-10-31');
    await userEvent.click(screen.getByRole('button', { name: 'Ciclo atual' }));
    await waitFor(() => expect(api.asked.some(({ path }) => path === '/api/groups')).toBe(true));
  });
});

describe('a new group', () => {
  it('is sent with what was typed, and its meters are those of its type', async () => {
    const user = userEvent.setup();
    openForm();
    await user.type(await screen.findByLabelText('Nome'), 'Cozinha');
    expect(screen.queryByRole('checkbox', { name: /Hidrômetro/ })).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: /Forno/ }));
    await user.click(screen.getByRole('radio', { name: 'Todo mês' }));
    await user.type(screen.getByLabelText('Dia do mês'), '20');
    await user.click(screen.getByRole('button', { name: 'Criar grupo' }));
    expect(await screen.findByText('Grupo criado!')).toBeDefined();
    expect(await screen.findByRole('heading', { name: 'O novo grupo' })).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent('POST')).toEqual([
      [
        '/api/group/new',
        {
          groupName: 'Cozinha',
          groupType: 'eletric',
          boardsMAC: [oven.macAddress],
          dueDate: 20,
          isEmpty: false,
        },
      ],
    ]);
  });

  it('forgets the meters of another type, and may be empty', async () => {
    const user = userEvent.setup();
    open(NewGroupPage, '/groups/new');
    await user.type(await screen.findByLabelText('Nome'), 'Água');
    await user.click(screen.getByRole('checkbox', { name: /Forno/ }));
    await user.click(screen.getByRole('radio', { name: 'Água' }));
    expect(screen.getByRole('checkbox', { name: /Hidrômetro/ })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Criar grupo' }));
    await waitFor(() =>
      expect(sent('POST')[0]?.[1]).toMatchObject({
        groupType: 'water',
        boardsMAC: [],
        dueDate: null,
        isEmpty: true,
      }),
    );
  });

  it('says at its fields what is wrong, and asks nothing of the server', async () => {
    const user = userEvent.setup();
    open(NewGroupPage, '/groups/new');
    await user.click(await screen.findByRole('radio', { name: 'Todo mês' }));
    await user.type(screen.getByLabelText('Dia do mês'), '32');
    await user.click(screen.getByRole('button', { name: 'Criar grupo' }));
    expect(await screen.findByText('O grupo precisa de um nome.')).toBeDefined();
    await user.type(screen.getByLabelText('Nome'), 'x');
    await user.click(screen.getByRole('button', { name: 'Criar grupo' }));
    expect(await screen.findByText('Informe um dia de 1 a 31.')).toBeDefined();
    await user.click(screen.getByRole('radio', { name: 'Uma data' }));
    await user.click(screen.getByRole('button', { name: 'Criar grupo' }));
    expect(await screen.findByText('Informe a data do vencimento.')).toBeDefined();
    expect(sent('POST')).toEqual([]);
  });

  it('says at the name that it is taken', async () => {
    const msg = 'Já existe um grupo com esse nome.';
    refusal = { status: 409, body: { ok: false, type: 'duplicate', msg } };
    const user = userEvent.setup();
    open(NewGroupPage, '/groups/new');
    const name = await screen.findByLabelText('Nome');
    await user.type(name, 'Cozinha');
    await user.click(screen.getByRole('button', { name: 'Criar grupo' }));
    expect(await screen.findByText(msg)).toBeDefined();
    expect(document.activeElement).toBe(name);
  });
});

describe('a group', () => {
  const openGroup = (profile: User['profile'] = 'user') => open(GroupPage, '/groups/g1?unidade=kwh', profile);

  it('shows what each meter adds, and which has left', async () => {
    openGroup();
    const texts = (await rows('Medidores do grupo')).map(({ textContent }) => textContent);
    expect(texts[0]).toMatch(/Forno.*Padaria Aurora.*75,0%.*30,0\skWh/);
    expect(texts[1]).toMatch(/Luzes.*saiu, contou até 5 nov.*25,0%/);
    expect(screen.getAllByRole('link', { name: /Forno|Luzes/ })).toHaveLength(1);
    expect(screen.getByText('vence em 7 dias')).toBeDefined();
  });

  it('is removed after a question only', async () => {
    const user = userEvent.setup();
    openGroup();
    await user.click(await screen.findByRole('button', { name: 'Remover grupo' }));
    expect(sent('DELETE')).toEqual([]);
    const dialog = within(screen.getByRole('dialog', { name: 'Remover Cozinha?' }));
    await user.click(dialog.getByRole('button', { name: 'Remover' }));
    await waitFor(() => expect(sent('DELETE')).toEqual([['/api/group/g1', undefined]]));
  });

  it('offers nothing to change to who may only read', async () => {
    openGroup('client');
    await rows('Medidores do grupo');
    expect(screen.getByText('Somam os medidores que você acompanha.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Remover grupo' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Editar' })).toBeNull();
  });
});

it('edits a group: asks from when on the added meters count', async () => {
  const user = userEvent.setup();
  openSignedIn(aUser, EditGroupPage, '/groups/:id/edit');
  await user.click(await screen.findByRole('checkbox', { name: /Luzes/ }));
  await user.click(screen.getByRole('radio', { name: 'De toda a medição' }));
  await user.click(screen.getByRole('button', { name: 'Salvar alterações' }));
  await waitFor(() =>
    expect(sent('POST')).toEqual([
      [
        '/api/group/edit',
        {
          group: {
            _id: 'g1',
            name: 'Cozinha',
            boards: [oven.macAddress, lights.macAddress],
            dueDate: 20,
            countFrom: 'installation',
          },
        },
      ],
    ]),
  );
});

describe('the sharing of a bill', () => {
  const openSharing = () => open(ApportionmentPage, '/apportionment/e1');

  it('shows the parts, and of what the rest is made', async () => {
    openSharing();
    const texts = (await rows('Rateio')).map(({ textContent }) => textContent);
    expect(texts[0]).toMatch(/Forno; "novo".*80,0%.*R\$\s720,00.*80,0\skWh/);
    expect(texts[1]).toMatch(
      /Restante.*20,0\skWh que nenhum medidor mediu · R\$\s100,00 de iluminação pública e valores fixos.*R\$\s280,00/,
    );
    expect(screen.getByText('Falta a bandeira de 11/2026.')).toBeDefined();
  });

  it('asks for groups, and for a typed total once it is an amount', async () => {
    const user = userEvent.setup();
    openSharing();
    await rows('Rateio');
    await user.click(screen.getByRole('radio', { name: 'Por grupo' }));
    await user.type(screen.getByLabelText('Total da conta (R$)'), '1.234,5');
    await waitFor(() =>
      expect(api.asked.at(-1)?.path).toContain('/apportionment?type=eletric&by=groups&total=1234.5'),
    );
    await user.type(screen.getByLabelText('Total da conta (R$)'), 'x');
    expect(await screen.findByText('Digite um valor em reais, como 1.234,56.')).toBeDefined();
  });
});
