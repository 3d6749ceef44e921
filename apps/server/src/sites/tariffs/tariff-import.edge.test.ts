import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { readAuditTrail } from '@nascente/contract/people/audit';
import { listFlags } from '@nascente/contract/sites/flags';
import { importTariffs } from '@nascente/contract/sites/tariff-import';
import { listTariffs, readTariff, saveTariff } from '@nascente/contract/sites/tariffs';
import { splitAneelLine } from '@nascente/domain/sites/aneel/aneel-line';
import { beforeAll, describe, expect, it } from 'vitest';
import { formFile } from '../../testing/form-file.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

const LINES = '../../../../../packages/domain/src/sites/aneel/fixtures/aneel-lines.json';
const lines = JSON.parse(readFileSync(new URL(LINES, import.meta.url), 'utf8')) as Record<
  'tariffs' | 'reconstructed' | 'flags' | 'flagPrices',
  string[]
>;

let api: TestApi;
let token: string;
let other: string;

beforeAll(async () => {
  api = await createTestApi('2026-11-20T12:00:00Z');
  ({ token } = await api.seed.person({ profile: 'Admin' }));
  ({ token: other } = await api.seed.person({ profile: 'Manager' }));
});

const textOf = (rows: readonly string[]) => `${rows.join('\r\n')}\r\n`;
const PATH = '/admin/tax/import';
const send = async (content: Uint8Array | string, query = '') =>
  (await api.succeed(importTariffs, PATH + query, { token, ...(await formFile('file', content)) })).summary;
const refused = async (content: Uint8Array | string, field = 'file') =>
  api.fail('POST', PATH, { token, ...(await formFile(field, content)) });
const tariffsOf = async (distributor: string) =>
  (await api.succeed(listTariffs, '/tax', { token })).taxes.filter((tax) => tax.distributor === distributor);
const reconstructed = textOf(lines.reconstructed);

describe("a dump of ANEEL's datastore", () => {
  const cells = lines.reconstructed.map((line) => splitAneelLine(line));
  const [names = [], ...rows] = cells;
  const dump = (separator: string): string =>
    [['_id', ...names], ...rows.map((row, index) => [String(index + 1), ...row])]
      .map((row) => row.map((cell) => `"${cell}"`).join(separator))
      .join('\n');
  const records = rows.map((row, index) =>
    Object.fromEntries([['_id', index + 1], ...names.map((name, column) => [name, row[column]])]),
  );
  it.each([
    ['commas', dump(',')],
    ['tabs', dump('\t')],
    [
      'JSON of the API',
      JSON.stringify({ help: 'x', success: true, result: { records, total: rows.length } }),
    ],
    ['JSON of the dump', JSON.stringify({ fields: names.map((id) => ({ id })), records: rows })],
  ])('reads the tariffs of the file in %s', async (_, content) => {
    expect(await send(content)).toMatchObject({ kind: 'tariffs', rows: 15, takenRows: 15, newTariffs: 6 });
  });
  it('refuses a dump with a renamed column by the name of the column', async () => {
    const renamed = await refused(reconstructed.replace('VlrTUSD', 'ValorTUSD'));
    expect(renamed).toMatchObject({
      status: 400,
      msg: expect.stringContaining("não tem a coluna 'VlrTUSD'"),
    });
  });
  it('refuses JSON without records, and says what to do', async () => {
    for (const content of ['{"success":false}', '{"records":'])
      expect(await refused(content)).toMatchObject({
        status: 400,
        msg: expect.stringContaining('ou em CSV'),
      });
  });
});

describe('a file of tariffs', () => {
  it('shows a summary of a tariff file before it is stored', async () => {
    const summary = await send(reconstructed);
    expect(summary).toMatchObject({
      kind: 'tariffs',
      stored: false,
      encoding: 'UTF-8',
      rows: 15,
      takenRows: 15,
      refusals: [],
      newTariffs: 6,
      newVersions: 6,
      distributors: [{ key: 'NEOENERGIA COSERN', name: 'Neoenergia Cosern', cnpj: null, tariffs: 6 }],
    });
    expect(await tariffsOf('Neoenergia Cosern')).toEqual([]);
  });

  it('stores the rules of a tariff file with their hours on request, and the same file changes nothing', async () => {
    expect(await send(reconstructed, '?store=true')).toMatchObject({ stored: true, newVersions: 6 });
    const { events } = await api.succeed(readAuditTrail, '/admin/audit?limit=10&action=tariffs-imported', {
      token,
    });
    expect(events.map(({ detail }) => detail)).toEqual([{ tariffs: '6', versions: '6' }]);
    const taxes = await tariffsOf('Neoenergia Cosern');
    expect(taxes.map(({ group, color, comment }) => `${group} ${color} ${comment}`)).toEqual([
      'A4 Azul ',
      'A4 Verde ',
      'B1 Branca Residencial',
      'B1 Convencional Residencial',
      'B3 Branca Demais classes',
      'B3 Convencional Demais classes',
    ]);
    expect(taxes[4]).toMatchObject({
      modality: 'branca',
      inPointValue: 1.65464,
      interPointValue: 1.04861,
      outPointValue: 0.64552,
      validFrom: '2026-04-22',
    });
    const { tax } = await api.succeed(readTariff, `/admin/tax/${taxes[1]?._id}`, { token });
    expect(tax.versions).toMatchObject([
      {
        validFrom: '2026-04-22',
        validUntil: '2027-04-21',
        source: expect.stringContaining('3.573'),
        rules: {
          modality: 'verde',
          energy: { inPoint: { tusd: '2.00969', te: '0.48553' } },
          demand: { outPoint: '32' },
          windows: { peak: { start: 1080, end: 1260 } },
          reactive: { vrEre: '0.29344' },
        },
      },
    ]);
    expect(await send(reconstructed, '?store=true')).toMatchObject({
      newTariffs: 0,
      newVersions: 0,
      unchangedVersions: 6,
      conflicts: 0,
    });
  });

  it('reports another price for the same day as a conflict, and leaves the stored price', async () => {
    const dearer = reconstructed.replaceAll('"482,36"', '"482,37"');
    expect(await send(dearer, '?store=true')).toMatchObject({
      unchangedVersions: 4,
      conflicts: 2,
      namedConflicts: [
        {
          tariff: 'Neoenergia Cosern · B1 · Convencional · Residencial',
          validFrom: '2026-04-22',
          stored: 'TUSD 0,48236 TE 0,29344',
          imported: 'TUSD 0,48237 TE 0,29344',
        },
        { tariff: 'Neoenergia Cosern · B3 · Convencional · Demais classes' },
      ],
    });
    expect((await tariffsOf('Neoenergia Cosern'))[3]?.outPointValue).toBe(0.7758);
  });

  it('leaves the hours that an Admin corrected, and adds new tariffs beside the stored ones', async () => {
    const [, , branca] = await tariffsOf('Neoenergia Cosern');
    const { tax } = await api.succeed(readTariff, `/admin/tax/${branca?._id}`, { token });
    const rules = tax.versions[0]?.rules;
    if (rules?.modality !== 'branca') throw new Error('not Branca');
    const windows = { ...rules.windows, peak: { start: 1050, end: 1230 }, intermediate: [] };
    const saved = { _id: tax._id, validFrom: '2026-06-01', rules: { ...rules, windows } };
    await api.succeed(saveTariff, '/admin/tax', { token, payload: { tax: saved } });
    const next = reconstructed.replaceAll('"2026-04-22";"2027-04-21"', '"2027-04-22";"2028-04-21"');
    expect(await send(next, '?store=true')).toMatchObject({ newTariffs: 0, newVersions: 6, conflicts: 0 });
    const after = await api.succeed(readTariff, `/admin/tax/${branca?._id}`, { token });
    expect(after.tax.versions.map(({ validFrom }) => validFrom)).toEqual([
      '2026-04-22',
      '2026-06-01',
      '2027-04-22',
    ]);
    expect(after.tax.versions[2]?.rules).toMatchObject({ windows });
  });

  it.each([
    ['', 'the hint by which Excel knows the separator'],
    ['\uFEFF', 'a byte order mark and that hint'],
  ])('accepts a tariff file that begins with %j%s', async (mark) => {
    const plain = await send(reconstructed);
    expect(await send(`${mark}sep=;\r\n${reconstructed}`)).toEqual(plain);
    expect(await send(`${mark}sep=;\r\n${textOf(lines.flags)}`)).toMatchObject({ kind: 'flags' });
  });

  it('accepts a tariff file in Latin-1, compressed, and limited to distributors and days', async () => {
    const latin = Buffer.from(textOf(lines.tariffs).replaceAll('–', '-'), 'latin1');
    const summary = await send(gzipSync(latin), '?store=true&since=2026-05-28&distributors=06981180000116,x');
    expect(summary).toMatchObject({
      encoding: 'Latin-1',
      distributors: [{ name: 'CEMIG-D', key: '06981180000116' }],
    });
    expect(summary.refusals.map(({ reason }) => reason)).toContain('distributor');
    expect(summary.refusals[0]?.msg).toMatch(/^Base econômica/);
    expect((await tariffsOf('CEMIG-D')).map(({ comment }) => comment)).toContain('Residencial');
    expect(await tariffsOf('Ceraçá')).toEqual([]);
  });

  it('matches a distributor by its CNPJ when its name changed', async () => {
    const renamed = textOf(lines.tariffs)
      .replaceAll('–', '-')
      .replaceAll('"CEMIG-D"', '"Cemig Distribuição"');
    const summary = await send(renamed, '?store=true&since=2026-05-28&distributors=06981180000116');
    expect(summary).toMatchObject({ newTariffs: 0, newVersions: 0 });
  });
});

describe('a file of flags', () => {
  it('sets the flags of the months and the prices from the ANEEL file', async () => {
    const months = textOf(lines.flags).replace(
      '"2026-04-01";"Verde";",00"',
      '"2026-04-01";"Amarela";"18,85"',
    );
    const summary = await send(months, '?store=true');
    expect(summary).toMatchObject({ kind: 'flags', stored: true, rows: 8, added: 2 });
    expect(summary).toMatchObject({
      changed: [{ month: '04/2026', before: 'Verde R$ 0,00000', after: 'Amarela R$ 0,01885' }],
    });
    expect(await send(textOf(lines.flagPrices), '?store=true')).toMatchObject({
      kind: 'flag-prices',
      added: 1,
    });
    const { flags, prices } = await api.succeed(listFlags, '/flags', { token: other });
    expect(flags).toContainEqual({ month: '04/2026', flag: 'amarela', price: 0.01885 });
    expect(prices).toContainEqual({ flag: 'vermelha-2', validFrom: '2022-07-01', price: 0.09795 });
  });
});

describe('a file of another kind', () => {
  it('refuses a file that is no table, and says why', async () => {
    expect(await refused('a;b;c\n1;2;3\n')).toMatchObject({
      status: 400,
      msg: expect.stringMatching(/colunas/),
    });
    expect(await refused('')).toMatchObject({ status: 400, msg: 'O arquivo está vazio.' });
    expect(await refused('x'.repeat(300_000))).toMatchObject({ msg: 'O arquivo não é uma tabela CSV.' });
    expect(await refused(gzipSync(reconstructed).subarray(0, 400))).toMatchObject({
      status: 400,
      msg: 'O arquivo compactado está danificado.',
    });
    expect(await refused(reconstructed, 'outro')).toMatchObject({
      status: 400,
      msg: 'Escolha um arquivo da ANEEL.',
    });
  });

  it('refuses an upload that is not a form, or a form that is cut short', async () => {
    expect(await api.fail('POST', PATH, { token, payload: { file: 'x' } })).toMatchObject({ status: 415 });
    expect(await api.fail('POST', PATH, { token })).toMatchObject({ status: 415 });
    const { headers, payload } = await formFile('file', reconstructed);
    expect(
      await api.fail('POST', PATH, { token, headers, payload: payload.subarray(0, payload.length - 60) }),
    ).toMatchObject({ status: 400 });
  });

  it('only an Admin can import a file of tariffs', async () => {
    const form = await formFile('file', reconstructed);
    expect(await api.fail('POST', PATH, { token: other, ...form })).toMatchObject({ status: 403 });
  });
});

describe('a file of components of tariffs', () => {
  const NAMES =
    'DscResolucaoHomologatoria;SigNomeAgente;NumCPFCNPJ;DatInicioVigencia;DatFimVigencia;DscBaseTarifaria;DscSubGrupoTarifario;DscModalidadeTarifaria;DscClasseConsumidor;DscSubClasseConsumidor;DscDetalheConsumidor;DscPostoTarifario;DscUnidade;DscComponenteTarifario;VlrComponenteTarifario';
  const rowOf = (validity: string, value: string, subclass = 'Residencial') =>
    `REH 1;Neoenergia Cosern;;${validity};Tarifa de Aplicação;B1;Convencional;Residencial;${subclass};Não se aplica;Não se aplica;R$/MWh;TUSD_FioB;${value}`;
  const fileOf = (...rows: string[]) => textOf([NAMES, ...rows]);
  const fioBOf = async () => {
    const taxes = await tariffsOf('Neoenergia Cosern');
    const { _id = '' } = taxes.find(({ group, color }) => group === 'B1' && color === 'Convencional') ?? {};
    const { tax } = await api.succeed(readTariff, `/admin/tax/${_id}`, { token });
    const [version] = tax.versions;
    return {
      id: _id,
      validFrom: version?.validFrom ?? '',
      fioB: version && 'fioB' in version.rules && version.rules.fioB,
    };
  };

  it('completes stored versions of its days once, and keeps other stored values', async () => {
    await send(reconstructed, '?store=true');
    const { validFrom, fioB } = await fioBOf();
    expect(fioB).toBeNull();
    const days = `${validFrom};${validFrom}`;
    const file = fileOf(rowOf(days, '159,135'), rowOf(days, '1,0', 'Rural'));
    const counts = { kind: 'components', rows: 2, takenRows: 2, withoutTariff: 1 };
    expect(await send(file)).toMatchObject({
      ...counts,
      stored: false,
      filled: 1,
      unchanged: 0,
      conflicts: 0,
    });
    expect((await fioBOf()).fioB).toBeNull();
    expect(await send(file, '?store=true')).toMatchObject({ ...counts, stored: true, filled: 1 });
    const stored = { inPoint: '0.159135', interPoint: '0.159135', outPoint: '0.159135' };
    expect((await fioBOf()).fioB).toEqual(stored);
    expect(await send(file, '?store=true')).toMatchObject({ ...counts, filled: 0, unchanged: 1 });
    const summary = await send(fileOf(rowOf(days, '200,5')), '?store=true');
    expect(summary).toMatchObject({
      filled: 0,
      conflicts: 1,
      namedConflicts: [
        {
          tariff: 'Neoenergia Cosern · B1 · Convencional · Residencial',
          validFrom,
          stored: expect.stringContaining('0,15914'),
          imported: expect.stringContaining('0,20050'),
        },
      ],
    });
    expect((await fioBOf()).fioB).toEqual(stored);
    expect(await send(fileOf(rowOf('2010-01-01;2010-12-31', '3,5')))).toMatchObject({
      filled: 0,
      withoutTariff: 1,
    });
  });

  it('keeps a correction that is stored while the file is imported', async () => {
    await send(reconstructed, '?store=true');
    const { id, validFrom } = await fioBOf();
    const connection = await api.database.pool.connect();
    const setFioB = (value: object | null) =>
      connection.query(
        `update tariff_version set rules = jsonb_set(rules, '{fioB}', $3) where tariff_id = $1 and valid_from = $2`,
        [id, validFrom, JSON.stringify(value)],
      );
    await setFioB(null);
    await connection.query('begin');
    const corrected = { inPoint: '0.3', interPoint: '0.3', outPoint: '0.3' };
    await setFioB(corrected);
    const imported = send(fileOf(rowOf(`${validFrom};${validFrom}`, '159,135')), '?store=true');
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await api.database.pool.query(waiting)).rowCount).toBeGreaterThan(0);
    await connection.query('commit');
    connection.release();
    expect(await imported).toMatchObject({ filled: 0, conflicts: 1 });
    expect((await fioBOf()).fioB).toEqual(corrected);
  });

  it('is refused with the name of a renamed column', async () => {
    expect(await refused(fileOf(rowOf('a;b', '1')).replace('VlrComponenteTarifario', 'Valor'))).toMatchObject(
      {
        status: 400,
        msg: expect.stringContaining("não tem a coluna 'VlrComponenteTarifario'"),
      },
    );
  });
});
