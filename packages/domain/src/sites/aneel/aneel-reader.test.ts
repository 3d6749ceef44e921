import { describe, expect, test } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import { parsePrice } from '../../base/units/price.ts';
import { readAneelHeader } from './aneel-line.ts';
import { createAneelReader } from './aneel-reader.ts';
import { type AneelChoice, TARIFF_COLUMNS } from './aneel-row.ts';
import lines from './fixtures/aneel-lines.json' with { type: 'json' };

const EVERYTHING: AneelChoice = { since: null, distributors: null };
const HEADER = lines.tariffs[0] as string;

const read = (all: readonly string[], choice = EVERYTHING) => {
  const [first = '', ...rows] = all;
  const header = readAneelHeader(first, TARIFF_COLUMNS);
  if ('missing' in header) throw new Error(header.missing.join());
  const reader = createAneelReader(header, choice);
  for (const row of rows) reader.row(row);
  return reader.finish();
};

const BASE = {
  NumCNPJDistribuidora: '06981180000116',
  SigAgente: 'CEMIG-D',
  DscREH: 'REH Nº 1, DE 2 DE MARÇO DE 2025',
  DatInicioVigencia: '2025-05-28',
  DatFimVigencia: '2026-05-27',
  DscBaseTarifaria: 'Tarifa de Aplicação',
  DscSubGrupo: 'B1',
  DscModalidadeTarifaria: 'Convencional',
  DscClasse: 'Residencial',
  DscSubClasse: 'Residencial',
  DscDetalhe: 'Não se aplica',
  NomPostoTarifario: 'Não se aplica',
  DscUnidadeTerciaria: 'MWh',
  SigAgenteAcessante: 'Não se aplica',
  VlrTUSD: '500,00',
  VlrTE: '300,00',
};
const row = (overrides: Partial<typeof BASE> = {}): string => {
  const fields: Record<string, string> = { DatGeracaoConjuntoDados: '2026-09-30', ...BASE, ...overrides };
  return HEADER.split(';')
    .map((name) => `"${fields[name.replaceAll('"', '')]}"`)
    .join(';');
};
const readRows = (...rows: Partial<typeof BASE>[]) => read([HEADER, ...rows.map(row)]);
const energy = (tusd: string, te: string) => ({ tusd: parsePrice(tusd), te: parsePrice(te) });
const timelineOf = (reading: ReturnType<typeof read>, name: string, subclass = 'Residencial') =>
  reading.tariffs
    .find((tariff) => tariff.distributor === name && tariff.subclass === subclass)
    ?.versions.map(({ validFrom, energy: { outPoint } }) => [validFrom, outPoint]);

describe('the published file of ANEEL', () => {
  const reading = read(lines.tariffs);

  test('accepts or counts each row as refused', () => {
    const refused = Object.values(reading.refusals).reduce((sum, rows) => sum + rows, 0);
    expect(reading.rows).toBe(lines.tariffs.length - 1);
    expect(reading.takenRows + refused).toBe(reading.rows);
    expect(reading.refusals).toEqual({ 'economic-base': 9, detail: 2, 'no-price': 1, replaced: 2 });
  });

  test('converts prices in R$/MWh to R$/kWh', () => {
    const cemig = reading.tariffs.find(
      ({ distributor, subgroup }) => distributor === 'CEMIG-D' && subgroup === 'B3',
    );
    expect(cemig).toMatchObject({
      cnpj: '06981180000116',
      modality: 'convencional',
      class: 'Não se aplica',
      versions: [
        {
          validFrom: '2026-05-28',
          validUntil: '2027-05-27',
          resolution: 'RESOLUÇÃO HOMOLOGATÓRIA Nº 3.589, DE 26 DE MAIO DE 2026',
          energy: { outPoint: energy('0.59308', '0.31021') },
          demand: {},
        },
      ],
    });
  });

  test('joins a renamed distributor by its CNPJ under its newest name', () => {
    expect(timelineOf(reading, 'RGE SUL')).toBeUndefined();
    expect(timelineOf(reading, 'RGE')?.map(([day]) => day)).toEqual([
      '2018-04-19',
      '2019-04-19',
      '2019-06-19',
      '2020-06-19',
      '2020-07-01',
    ]);
  });

  test('uses the later of two resolutions for the same days', () => {
    expect(timelineOf(reading, 'CEA')).toEqual([
      ['2021-11-30', energy('0.36245', '0.1428')],
      ['2026-04-13', energy('0.7841', '0.04105')],
    ]);
  });

  test('uses the shorter of two validities that begin together', () => {
    expect(timelineOf(reading, 'Ceraçá')).toEqual([
      ['2025-09-30', energy('0.72372', '0.2277')],
      ['2026-01-01', energy('0.5678', '0.2277')],
    ]);
  });

  test('replaces a validity from the day on which another begins', () => {
    expect(timelineOf(reading, 'EAC')?.map(([day]) => day)).toEqual(['2026-01-01', '2026-08-26']);
  });

  test('omits ended tariffs after a provided day, and other distributors after a selection', () => {
    const since = read(lines.tariffs, { since: civilDate('2026-05-28'), distributors: null });
    expect(since.refusals.ended).toBe(9);
    expect(timelineOf(since, 'CEA')?.length).toBe(1);
    const one = read(lines.tariffs, { since: null, distributors: new Set(['06981180000116']) });
    expect(new Set(one.tariffs.map(({ distributor }) => distributor))).toEqual(new Set(['CEMIG-D']));
    expect(one.refusals.distributor).toBe(14);
  });
});

describe('tariffs of several rows', () => {
  const { tariffs, refusals } = read(lines.reconstructed);
  const of = (subgroup: string, modality: string) =>
    tariffs.find((tariff) => tariff.subgroup === subgroup && tariff.modality === modality);

  test('joins the rows of a tariff, also without a CNPJ', () => {
    expect(refusals).toEqual({});
    expect(of('B3', 'branca')).toMatchObject({
      distributorKey: 'NEOENERGIA COSERN',
      cnpj: null,
      versions: [
        {
          energy: {
            inPoint: energy('1.17516', '0.47948'),
            interPoint: energy('0.77208', '0.27653'),
            outPoint: energy('0.36899', '0.27653'),
          },
        },
      ],
    });
    expect(of('A4', 'verde')?.versions[0]).toMatchObject({
      energy: { inPoint: energy('2.00969', '0.48553'), outPoint: energy('0.11719', '0.28257') },
      demand: { outPoint: parsePrice('32') },
    });
    expect(of('A4', 'azul')?.versions[0]?.demand).toEqual({
      inPoint: parsePrice('77.92'),
      outPoint: parsePrice('32'),
    });
  });

  test('refuses tariffs with a missing part', () => {
    expect(read(lines.reconstructed.filter((line) => !line.includes('Intermediário'))).refusals).toEqual({
      incomplete: 2 * lines.reconstructed.filter((line) => line.includes('Intermediário')).length,
    });
  });
});

describe('the rows of the ANEEL file', () => {
  test.each([
    ['economic-base', { DscBaseTarifaria: 'Base Econômica' }],
    ['detail', { DscDetalhe: 'SCEE' }],
    ['other-agent', { SigAgenteAcessante: 'CERBRANORTE' }],
    ['bad-date', { DatInicioVigencia: '28/05/2025' }],
    ['bad-date', { DatFimVigencia: '2025-02-29' }],
    ['bad-date', { DatFimVigencia: '2025-05-27' }],
    ['bad-date', { SigAgente: '' }],
    ['modality', { DscModalidadeTarifaria: 'Geração' }],
    ['subgroup', { DscSubGrupo: 'A4' }],
    ['subgroup', { DscSubGrupo: 'B9' }],
    ['unit', { DscUnidadeTerciaria: 'R$' }],
    ['touPeriod', { NomPostoTarifario: 'Ponta' }],
    ['touPeriod', { DscUnidadeTerciaria: 'kW' }],
    ['touPeriod', { DscModalidadeTarifaria: 'Branca' }],
    ['bad-price', { VlrTUSD: '' }],
    ['bad-price', { VlrTE: '0.30' }],
    ['no-price', { VlrTUSD: ',00', VlrTE: ',00' }],
  ] as const)('counts rows that are no consumer tariff: %s %j', (reason, change) => {
    expect(readRows(change)).toMatchObject({ tariffs: [], takenRows: 0, refusals: { [reason]: 1 } });
  });

  test('counts rows with too few fields, and ignores empty lines', () => {
    expect(read([HEADER, '"2026-09-30";"x"', '', '\r', row()])).toMatchObject({
      rows: 2,
      takenRows: 1,
      refusals: { 'field-count': 1 },
    });
  });

  test('counts repeated rows once, and refuses rows with contradictory prices', () => {
    expect(readRows({}, {})).toMatchObject({ takenRows: 1, refusals: { repeated: 1 } });
    expect(readRows({}, { VlrTE: '301,00' })).toMatchObject({ tariffs: [], refusals: { contradictory: 2 } });
  });
});

describe('distributors of the ANEEL file', () => {
  const old = { NumCNPJDistribuidora: '02016439000138', SigAgente: 'RGE', DatInicioVigencia: '2018-06-19' };
  const grown = { NumCNPJDistribuidora: '02016440000162', SigAgente: 'RGE' };

  test('separates distributors with one name and two CNPJs, in any order', () => {
    for (const rows of [
      [old, grown],
      [grown, old],
    ])
      expect(
        readRows(...rows)
          .tariffs.map(({ distributor }) => distributor)
          .sort(),
      ).toEqual(['RGE', 'RGE (02016439000138)']);
  });
});
