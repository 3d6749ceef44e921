import type { ImportPreview, PastImport } from '@nascente/contract/energy/past-imports';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSession } from '../../shared/session-state/session.ts';
import { SignedInProvider } from '../../shared/session-state/signed-in.ts';
import { aBoard } from '../../testing/a-board.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { ImportPastPage } from './import-past-page.tsx';

const MAC = 'A4:CF:12:00:0B:01';
const board = aBoard({ macAddress: MAC, name: 'Quadro' });
const none = { consumed: 0, injected: 0, inductive: 0, capacitive: 0, volume: 0 };
const preview: ImportPreview = {
  format: 'text',
  sheets: [],
  questions: [],
  reading: {
    encoding: 'UTF-8',
    sheet: null,
    separator: ';',
    decimal: ',',
    cutNumbers: null,
    headerLine: 1,
    layout: 'rows',
    timeColumn: 0,
    clockColumn: null,
    endColumn: null,
    endClockColumn: null,
    time: 'dmy',
    hours: 'clock',
    zone: 'America/Sao_Paulo',
    instant: 'end',
    lateMidnight: false,
    year: null,
    firstDay: null,
    rollovers: 'ask',
    longRows: 'refused',
    statedPeriods: 'ask',
    intervalMinutes: 15,
    values: [{ column: 1, quantity: 'consumed', unit: 'kWh', isRegister: false, phase: null, period: null }],
    estimatedColumn: null,
    unitColumn: null,
    kinds: null,
    marks: null,
    only: null,
    repeats: 'ask',
    pulse: null,
    open: [],
  },
  columns: ['Quando', 'Consumo'],
  sample: [['01/02/2026 00:15', '1,5']],
  periods: null,
  summary: {
    rows: 3,
    takenRows: 2,
    refusals: [{ reason: 'time', msg: 'Data ou hora ilegível.', rows: 1, lines: [3] }],
    ignored: [{ reason: 'head', msg: 'Antes da tabela, com os nomes das colunas.', rows: 1 }],
    verdicts: [],
    start: '2026-02-01T03:15:00.000Z',
    end: '2026-02-01T03:45:00.000Z',
    intervalMinutes: 15,
    highest: { start: '2026-02-01T03:15:00.000Z', demand: 10 },
    days: [
      { date: '2026-02-01', total: 1.5 },
      { date: '2026-02-02', total: 2.5 },
    ],
    gaps: {
      quarters: 1,
      intervals: [{ start: '2026-02-01T04:00:00.000Z', end: '2026-02-01T04:15:00.000Z' }],
    },
    total: { ...none, consumed: 4 },
    added: { ...none, consumed: 2.5 },
    quarters: 2,
    addedQuarters: 1,
    estimatedQuarters: 0,
    duplicates: {
      quarters: 1,
      intervals: [{ start: '2026-02-01T03:00:00.000Z', end: '2026-02-01T03:15:00.000Z' }],
    },
  },
};
const done: PastImport = {
  id: 7,
  fileName: 'antigo.csv',
  by: 'Ana Lima',
  date: '2026-11-19T12:00:00.000Z',
  state: 'done',
  progress: 1,
  summary: preview.summary,
  undone: null,
};

let api: Awaited<ReturnType<typeof startApi>>;
let imports: PastImport[];
let uploaded: ImportPreview;

beforeAll(async () => {
  api = await startApi(({ method, path }) => {
    if (path.includes('/preview')) {
      const summary = { ...preview.summary, addedQuarters: 2 };
      return { body: { ok: true, preview: { ...preview, summary } } };
    }
    if (path.includes('/start')) {
      imports = [{ ...done, state: 'running', progress: 0.5, summary: null }];
      return { body: { ok: true, import: imports[0] } };
    }
    if (path.includes('/undo')) return { body: { ok: true, import: done } };
    if (method === 'POST') return { status: 201, body: { ok: true, import: done, preview: uploaded } };
    if (path.includes('/imports')) return { body: { ok: true, imports } };
    return { body: { ok: true, board } };
  });
});
afterAll(() => api.stop());
beforeEach(() => {
  api.requests.length = 0;
  imports = [done];
  uploaded = preview;
  startSession('token');
});

const open = (profile: 'user' | 'client' = 'user') =>
  openScreen(
    [
      {
        path: '/meter/:mac/import',
        element: (
          <SignedInProvider value={{ ...aUser, profile }}>
            <ImportPastPage />
          </SignedInProvider>
        ),
      },
    ],
    `/meter/${MAC}/import`,
  );

const chooseFile = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.upload(await screen.findByLabelText('Arquivo'), new File(['a;b'], 'antigo.csv'));
  await user.click(screen.getByRole('button', { name: 'Ver o que seria importado' }));
};

describe('importing past data from a file', () => {
  it('previews the import, with the omitted rows by name', async () => {
    open();
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Ver o que seria importado' }));
    expect(await screen.findByText('Escolha um arquivo.')).toBeDefined();
    await chooseFile(user);
    expect(await screen.findByText('2,500 kWh')).toBeDefined();
    const out = screen.getByRole('list', { name: 'O que fica de fora' });
    expect(out.textContent).toContain('1 linha: Data ou hora ilegível. (linha 3)');
    expect(out.textContent).toContain('1 linha: Antes da tabela, com os nomes das colunas.');
    expect(out.textContent).toContain('1 quarto de hora já existem e ficam como estão');
    expect(screen.getByRole('columnheader', { name: 'Consumo' })).toBeDefined();
    expect(screen.getByText(/Maior demanda/).textContent).toContain('10,000 kW');
    expect(screen.getByText(/Faltam 1 quarto de hora/)).toBeDefined();
    expect(screen.getByLabelText<HTMLSelectElement>('O instante é').value).toBe('end');
  });

  it('reads the file in another way, imports it in the background, and shows the progress', async () => {
    imports = [];
    open();
    const user = userEvent.setup();
    await chooseFile(user);
    await user.selectOptions(await screen.findByLabelText('O instante é'), 'start');
    await user.selectOptions(screen.getByLabelText('O que é Quando'), 'Energia injetada');
    await user.selectOptions(screen.getByLabelText('Unidade de Quando'), 'Wh (varh)');
    await user.selectOptions(screen.getByLabelText('Fase de Consumo'), 'fase B');
    await user.click(screen.getByRole('button', { name: 'Ler de novo' }));
    await user.click(await screen.findByRole('button', { name: 'Importar 2 quartos de hora' }));
    expect(await screen.findByRole('progressbar', { name: 'Importação de antigo.csv' })).toBeDefined();
    const sent = api.requests.find(({ path }) => path.includes('/preview'));
    expect(sent?.body).toMatchObject({
      reading: {
        instant: 'start',
        timeColumn: null,
        values: [
          { column: 1, quantity: 'consumed', unit: 'kWh', phase: 'B' },
          { column: 0, quantity: 'injected', unit: 'Wh' },
        ],
      },
    });
  });

  it('changes the columns, meter and quantities of the file by name', async () => {
    open();
    const user = userEvent.setup();
    await chooseFile(user);
    await user.selectOptions(await screen.findByLabelText('O que é Consumo'), 'medidor');
    expect(screen.getByLabelText<HTMLInputElement>('Só as linhas de Consumo').value).toBe('1,5');
    await user.selectOptions(screen.getByLabelText('O que é Consumo'), 'grandeza da linha');
    await user.selectOptions(screen.getByLabelText('1,5'), 'Energia injetada');
    await user.selectOptions(screen.getByLabelText('Codificação'), 'Latin-1');
    await user.click(screen.getByRole('button', { name: 'Ler de novo' }));
    await screen.findByRole('button', { name: 'Importar 2 quartos de hora' });
    expect(api.requests.find(({ path }) => path.includes('/preview'))?.body).toMatchObject({
      reading: {
        encoding: 'Latin-1',
        values: [],
        kinds: { column: 1, texts: [{ text: '1,5', quantity: 'injected' }] },
      },
    });
  });

  it('asks the user about open questions, and imports nothing before the answer', async () => {
    const total = { ...none, consumed: 0.004 };
    const wh = {
      ...preview.reading,
      values: preview.reading.values.map((value) => ({ ...value, unit: 'Wh' as const })),
    };
    uploaded = {
      ...preview,
      reading: { ...preview.reading, open: ['unit'] },
      questions: [
        {
          about: 'unit',
          msg: 'Qual é a unidade dos valores?',
          candidates: [{ label: 'Wh', reading: wh, total }],
        },
      ],
    };
    open();
    const user = userEvent.setup();
    await chooseFile(user);
    const question = await screen.findByRole('group', { name: 'Qual é a unidade dos valores?' });
    expect(screen.queryByRole('button', { name: /^Importar/ })).toBeNull();
    await user.click(within(question).getByRole('button', { name: 'Wh: 0,004 kWh' }));
    await screen.findByRole('button', { name: 'Importar 2 quartos de hora' });
    expect(api.requests.find(({ path }) => path.includes('/preview'))?.body).toEqual({ reading: wh });
  });

  it('accepts a field of the columns as the answer to a question', async () => {
    uploaded = {
      ...preview,
      reading: { ...preview.reading, open: ['unit', 'instant'] },
      questions: [
        { about: 'unit', msg: 'Qual é a unidade?', candidates: [] },
        { about: 'instant', msg: 'Início ou fim?', candidates: [] },
      ],
    };
    open();
    const user = userEvent.setup();
    await chooseFile(user);
    await user.selectOptions(await screen.findByLabelText('Unidade de Consumo'), 'Wh (varh)');
    await user.click(screen.getByRole('button', { name: 'Ler de novo' }));
    await screen.findByRole('button', { name: 'Importar 2 quartos de hora' });
    expect(api.requests.find(({ path }) => path.includes('/preview'))?.body).toMatchObject({
      reading: { open: ['instant'], values: [{ unit: 'Wh' }] },
    });
  });

  it('undoes an import after a question', async () => {
    open();
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Desfazer a importação de antigo.csv' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Desfazer' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requests.find(({ method }) => method === 'POST')?.path).toContain('/imports/7/undo');
  });

  it('shows imports read-only to a user who may not change anything', async () => {
    open('client');
    await screen.findByText('antigo.csv');
    expect(screen.queryByLabelText('Arquivo')).toBeNull();
    expect(screen.queryByRole('button', { name: /Desfazer/ })).toBeNull();
  });
});

it('shows the time-of-use periods of the file beside those of the tariff, and the estimated share', async () => {
  uploaded = {
    ...preview,
    periods: {
      file: { peak: 12.5, intermediate: 0, offPeak: 80 },
      tariff: { peak: 10, intermediate: 0, offPeak: 82.5 },
    },
    summary: { ...preview.summary, estimatedQuarters: 96 },
  };
  const user = userEvent.setup();
  open();
  await chooseFile(user);
  const table = await screen.findByRole('table', { name: /Consumo por posto/ });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual([
    'ponta12,500 kWh10,000 kWh',
    'fora de ponta80,000 kWh82,500 kWh',
  ]);
  expect(screen.getByText(/96 quartos de hora são estimados/)).toBeDefined();
});
