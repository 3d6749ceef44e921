import { describe, expect, it } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import { parsePrice } from '../../base/units/price.ts';
import { COMPONENT_COLUMNS, createComponentReader, fillComponents } from './aneel-components.ts';
import { readAneelHeader } from './aneel-line.ts';
import type { AneelChoice } from './aneel-row.ts';
import { rulesOfAneel } from './aneel-rules.ts';

const ALL: AneelChoice = { since: null, distributors: null };
const HEADER =
  '"DatGeracaoConjuntoDados";"DscResolucaoHomologatoria";"SigNomeAgente";"NumCPFCNPJ";"DatInicioVigencia";"DatFimVigencia";"DscBaseTarifaria";"DscSubGrupoTarifario";"DscModalidadeTarifaria";"DscClasseConsumidor";"DSCSubclasseConsumidor";"DscDetalheConsumidor";"DscPostoTarifario";"DscUnidade";"SigNomeAgenteAcessante";"DscComponenteTarifario";"VlrComponenteTarifario"';

const ROW = {
  generated: '2026-09-17',
  resolution: 'RESOLUÇÃO HOMOLOGATÓRIA Nº 3.592, DE 23 DE JUNHO DE 2026',
  agent: 'COPEL-DIS',
  cnpj: '04368898000106',
  from: '2026-06-24',
  until: '2027-06-23',
  base: 'Tarifa de Aplicação',
  subgroup: 'B1',
  modality: 'Convencional',
  class: 'Residencial',
  subclass: 'Residencial',
  detail: 'Não se aplica',
  touPeriod: 'Não se aplica',
  unit: 'R$/MWh',
  otherAgent: 'Não se aplica',
  component: 'TUSD_FioB',
  value: '214,535600374',
};
type Row = Partial<typeof ROW>;

const lineOf = (row: Row): string =>
  Object.values({ ...ROW, ...row })
    .map((value) => `"${value}"`)
    .join(';');

const read = (rows: readonly Row[], choice = ALL, header = HEADER) => {
  const columns = readAneelHeader(header, COMPONENT_COLUMNS);
  if ('missing' in columns) throw new Error(columns.missing.join());
  const reader = createComponentReader(columns, choice);
  for (const row of rows) reader.row(lineOf(row));
  return reader.finish();
};

const same = (price: string) => ({
  inPoint: parsePrice(price),
  interPoint: parsePrice(price),
  outPoint: parsePrice(price),
});

const PARTS: readonly Row[] = [
  {},
  { component: 'TUSD_RB', value: '50,0' },
  { component: 'TUSD_FR', value: '10' },
  { component: 'TUSD_CCT', value: '5' },
  { component: 'TUSD_TFSEE', value: '1,25' },
  { component: 'TUSD_PeD', value: ',75' },
];

describe('the file of components of tariffs', () => {
  it('has Fio B of a tariff, rounded to the decimals of a price', () => {
    const { components, rows, takenRows, refusals } = read([{}]);
    expect(components).toEqual([
      {
        distributor: 'COPEL-DIS',
        cnpj: '04368898000106',
        distributorKey: '04368898000106',
        subgroup: 'B1',
        modality: 'convencional',
        class: 'Residencial',
        subclass: 'Residencial',
        versions: [
          {
            validFrom: civilDate('2026-06-24'),
            validUntil: civilDate('2027-06-23'),
            fioB: same('0.2145356004'),
            gd3: null,
          },
        ],
      },
    ]);
    expect({ rows, takenRows, refusals }).toEqual({ rows: 1, takenRows: 1, refusals: {} });
  });

  it('adds 40 % of Fio A and two fees to Fio B for GD III', () => {
    // 214.5356004 + 0.4 × (50 + 10 + 5) + 1.25 + 0.75 R$/MWh
    expect(read(PARTS).components[0]?.versions[0]?.gd3).toEqual(same('0.2425356004'));
    expect(
      read(PARTS.filter(({ component }) => component !== 'TUSD_PeD')).components[0]?.versions[0]?.gd3,
    ).toBeNull();
  });

  it.each(['TUSD_CUSD', 'TUSD_CCT', 'TUSD_TFSEE'])(
    'has no charge of GD III if %s cannot be read',
    (component) => {
      const others = PARTS.filter((part) => part.component !== component);
      const { components, refusals } = read([...others, { component, value: '1.234' }]);
      expect(components[0]?.versions[0]).toMatchObject({ fioB: same('0.2145356004'), gd3: null });
      expect(refusals).toEqual({ 'ambiguous-value': 1 });
    },
  );

  it('refuses a tariff whose Fio B cannot be read', () => {
    const [, ...others] = PARTS;
    const refusals = { 'ambiguous-value': 1, 'no-fio-b': others.length };
    expect(read([{ value: '1.234' }, ...others])).toMatchObject({ components: [], refusals });
  });

  it('has values by time-of-use period; other periods get the off-peak value', () => {
    const about = { subgroup: 'A4', modality: 'Verde', class: 'Não se aplica', subclass: 'Não se aplica' };
    const { components, refusals } = read([
      { ...about, touPeriod: 'Ponta', value: '912.5' },
      { ...about, touPeriod: 'Fora ponta', value: '0' },
      { ...about, unit: 'R$/kW', value: '14,2' },
    ]);
    expect(components[0]?.versions[0]?.fioB).toEqual({
      inPoint: parsePrice('0.9125'),
      interPoint: parsePrice('0'),
      outPoint: parsePrice('0'),
    });
    expect(refusals).toEqual({ demand: 1 });
  });

  it.each<[string, Row]>([
    ['component', { component: 'TUSD_PNT' }],
    ['component', { component: 'TE_ENERGIA' }],
    ['economic-base', { base: 'Base Econômica' }],
    ['detail', { detail: 'APE' }],
    ['other-agent', { otherAgent: 'CERAL-DIS' }],
    ['bad-date', { until: '2026-13-01' }],
    ['bad-price', { value: 'R$ 12' }],
    ['bad-price', { value: '' }],
    ['bad-price', { value: ',' }],
    ['bad-price', { component: 'TUSD_CCD', value: '-' }],
    ['ambiguous-value', { value: '1.234' }],
    ['field-count', { value: '1";"2' }],
  ])('refuses a row for its reason: %s', (reason, row) => {
    const { components, takenRows, refusals } = read([row]);
    expect({ components, takenRows, refusals }).toEqual({
      components: [],
      takenRows: 0,
      refusals: { [reason]: 1 },
    });
  });

  it.each([
    ['1.234,5', '1.2345'],
    ['-0,5', '-0.0005'],
    ['0.214', '0.000214'],
    [',00', '0'],
    ['-,75', '-0.00075'],
    ['3,00000005', '0.0030000001'],
    ['3,00000004', '0.003'],
  ])('reads %s R$/MWh as %s R$/kWh', (value, price) => {
    expect(read([{ value }]).components[0]?.versions[0]?.fioB).toEqual(same(price));
  });

  it('counts rows that repeat, contradict, replace or lack another one', () => {
    const again = { from: '2026-07-01', until: '2027-06-23', resolution: 'B' };
    expect(read([{}, {}]).refusals).toEqual({ repeated: 1 });
    expect(read([{}, { value: '1,5' }]).refusals).toEqual({ contradictory: 2 });
    expect(read([{}, { ...again, from: '2026-06-24', until: '2027-06-22' }]).refusals).toEqual({});
    expect(read([{}, { resolution: 'Nº 1, DE 24 DE JUNHO DE 2026' }]).refusals).toEqual({ replaced: 1 });
    expect(read([{ component: 'TUSD_RB' }]).refusals).toEqual({ 'no-fio-b': 1 });
  });

  it('takes rows of the SCEE, chosen distributors, and files with other names of columns', () => {
    expect(read([{ detail: 'SCEE' }]).takenRows).toBe(1);
    expect(read([{}], { since: null, distributors: new Set(['X']) }).refusals).toEqual({ distributor: 1 });
    expect(read([{}], ALL, HEADER.replace('SigNomeAgente"', 'SigAgente"')).takenRows).toBe(1);
  });

  it('reads a file without the optional columns', () => {
    const { generated: _, resolution: _r, cnpj: _c, otherAgent: _o, ...cells } = ROW;
    const names = Object.keys(cells).map((name) => COMPONENT_COLUMNS[name as keyof typeof cells].column);
    const columns = readAneelHeader(names.join(';'), COMPONENT_COLUMNS);
    if ('missing' in columns) throw new Error(columns.missing.join());
    const reader = createComponentReader(columns, ALL);
    reader.row(Object.values(cells).join(';'));
    expect(reader.finish().components).toMatchObject([{ distributorKey: 'COPEL-DIS', cnpj: '' }]);
  });

  it('ignores empty lines', () => {
    const columns = readAneelHeader(HEADER, COMPONENT_COLUMNS);
    if ('missing' in columns) throw new Error('no header');
    const reader = createComponentReader(columns, ALL);
    reader.row('');
    reader.row('\r');
    expect(reader.finish().rows).toBe(0);
  });
});

describe('charges on compensated energy of a stored version', () => {
  const prices = { tusd: parsePrice('0.45'), te: parsePrice('0.3') };
  const version = {
    validFrom: civilDate('2026-06-24'),
    validUntil: civilDate('2027-06-23'),
    resolution: '',
    energy: { outPoint: prices },
    demand: {},
  };
  const windows = { peak: { start: 0, end: 0 }, intermediate: [], blackAwarenessFrom: null };
  const rules = rulesOfAneel({ modality: 'convencional' }, version, { windows, vrEre: null });
  const charges = { fioB: same('0.2'), gd3: same('0.3') };

  it('are filled where they are unknown', () => {
    const filled = { effect: 'filled', rules: { ...rules, ...charges } };
    expect(fillComponents(rules, charges)).toEqual(filled);
    expect(fillComponents({ ...rules, fioB: charges.fioB }, charges)).toEqual(filled);
    expect(fillComponents({ ...rules, gd3: charges.gd3 }, { ...charges, gd3: null })).toEqual(filled);
  });

  it('stay where they are equal or differ', () => {
    expect(fillComponents({ ...rules, ...charges }, charges)).toEqual({ effect: 'unchanged' });
    expect(fillComponents({ ...rules, ...charges }, { ...charges, gd3: null })).toEqual({
      effect: 'unchanged',
    });
    expect(fillComponents({ ...rules, fioB: same('0.1') }, charges)).toEqual({ effect: 'conflict' });
    expect(fillComponents({ ...rules, gd3: same('0.1') }, charges)).toEqual({ effect: 'conflict' });
  });
});
