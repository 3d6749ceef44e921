import type { InventoryBoard, InventoryBoardDetail } from '@nascente/contract/telemetry/inventory';
import { screen, within } from '@testing-library/react';
import { aSignedInApi } from '../../../testing/answering-api.ts';
import { aUser, type Requested } from '../../../testing/api-server.ts';

export const admin = { ...aUser, profile: 'Admin' } as const;
export const MAC = 'A4:CF:12:00:0B:01';
export const OTHER = 'A4:CF:12:00:0B:02';
const owner = { _id: 'p1', name: 'Rita Souza', email: 'rita@padaria.example' };
const inStock: InventoryBoard = {
  mac: MAC,
  type: 'eletric',
  model: 'mono',
  equipment: 'emd',
  createdAt: '2026-11-01T12:00:00.000Z',
  installation: null,
  assignedTo: null,
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
export const detail: InventoryBoardDetail = {
  ...inStock,
  connection: null,
  installations: [],
  hasClaimCode: false,
  hasReadings: false,
  refusals: [],
  storedFrames: [],
};
export const received: InventoryBoardDetail = {
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
      zone: 'America/Manaus',
      owner,
      installedAt: '2026-11-02T12:00:00.000Z',
      removedAt: null,
    },
  ],
  hasClaimCode: true,
  hasReadings: true,
  refusals: [{ day: '2026-11-19', reason: 'empty', explanation: 'A mensagem está vazia.', frames: 1234 }],
  storedFrames: [
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
export const keyed = { ...coded, key: 'f'.repeat(40) };

export type AnswerWith = { status?: number; body: unknown };
const USUAL: readonly (readonly [string, AnswerWith])[] = [
  ['/claim-code', { status: 201, body: { ok: true, board: coded } }],
  ['/release', { body: { ok: true, board: detail } }],
  ['/key', { status: 201, body: { ok: true, board: { mac: MAC, key: keyed.key } } }],
  ['/adapter', { body: { ok: true, adapter: null } }],
  ['/check', { body: { ok: true, existing: [] } }],
];
const answering =
  (answers: Record<string, AnswerWith> = {}) =>
  ({ method, path }: Pick<Requested, 'method' | 'path'>): AnswerWith => {
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

/** For every test of a file: somebody is signed in, and a server tells of these boards. */
export const anInventoryApi = () => {
  const { answerWith, requests } = aSignedInApi(answering());
  return {
    /** Other answers by method and the path below the boards, the query left out. */
    answerWith: (answers: Record<string, AnswerWith>) => answerWith(answering(answers)),
    requests,
    sent: (method: string, end: string) =>
      requests().filter((one) => one.method === method && one.path.endsWith(end)),
  };
};

export const dialog = () => within(screen.getByRole('dialog'));
