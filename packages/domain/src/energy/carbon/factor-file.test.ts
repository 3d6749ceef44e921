import { describe, expect, it } from 'vitest';
import { readDelimited } from '../../base/sheet/delimited.ts';
import { civilMonth } from '../../base/time/civil-month.ts';
import { type FactorUnit, readFactorFile } from './factor-file.ts';

const source = 'MCTI/SIRENE';
const read = (text: string, choice: { year?: number; unit?: FactorUnit | null } = {}) =>
  readFactorFile(readDelimited(text), {
    year: 2026,
    unit: null,
    source,
    now: civilMonth('2026-04'),
    ...choice,
  });
const factor = (month: number | null, kgPerKwh: number, year = 2026) => ({ year, month, kgPerKwh, source });
const months = (...values: readonly number[]) => ({
  factors: values.map((value, index) => factor(index + 1, value)),
  refused: [],
});

describe('a file of emission factors', () => {
  it.each([
    ['months', 'Mês;Fator (kgCO2/kWh)\n01/2026;0,0411\n02/2026;0,0522\n'],
    [
      'months of a spreadsheet',
      'Competência;Fator médio tCO₂/MWh\n2026-01-01 00:00:00;0.0411\n2026-02;0.0522\n',
    ],
    ['names with a year', 'mês;fator (kg de CO2 por kWh)\njaneiro de 2026;0,0411\nfev/26;0,0522\n'],
    ['month and year apart', 'Ano;Mês;Fator;Unidade\n2026;1;0,0411;kg/kWh\n2026;Fevereiro;0,0522;t/MWh\n'],
    ['grams', 'Data,Fator gCO2/kWh,Fonte do fator\n01/01/2026,41.1,x\n28/02/2026,52.2,y\n'],
    ['tons', 'Data;Fator (ton CO2/MWh)\n31/01/2026;0,0411\n28/02/2026;0,0522\n'],
    ['kg per MWh', 'Período;Emissão (kg/MWh)\n01/2026;41,1\n02/2026;52,2\n'],
  ])('with %s is read in its unit', (_, text) => {
    expect(read(text)).toEqual(months(0.0411, 0.0522));
  });

  it('with the months in columns is read with the mean of the year', () => {
    const header =
      'Fator médio mensal (tCO2/MWh);Jan;Fev;Mar;Abr;Mai;Jun;Jul;Ago;Set;Out;Nov;Dez;Média anual';
    const values = (first: string) => `;${first}${';0,05'.repeat(11)};0,0544\n`;
    const text = `Inventários corporativos - 2025\n${header}\n2025${values('0,1')}Fonte: SIRENE\n`;
    const expected = [0.1, ...Array<number>(11).fill(0.05)].map((value, index) =>
      factor(index + 1, value, 2025),
    );
    const file = { factors: [...expected, factor(null, 0.0544, 2025)], refused: [] };
    expect(read(text, { year: 2025 })).toEqual(file);
    const withoutYear = text.replace('- 2025', '').replace('2025;', ';');
    expect(read(withoutYear, { year: 2025 })).toEqual(file);
  });

  it('with yearly means is read', () => {
    expect(read('Ano;Fator t/MWh\n2025;0,0452\n', { year: 2025 })).toEqual({
      factors: [factor(null, 0.0452, 2025)],
      refused: [],
    });
    const text = 'Mês;Fator t/MWh\nMédia anual;0,0452\n';
    expect(read(text, { year: 2025 })).toMatchObject({ factors: [factor(null, 0.0452, 2025)] });
  });

  it('without a unit asks for one, and takes the chosen one', () => {
    const text = 'Mês;Fator\n01/2026;41,1\n';
    expect(read(text)).toEqual({
      field: 'unit',
      problem: 'O arquivo não diz a unidade dos fatores: escolha a unidade.',
    });
    expect(read(text, { unit: 'kg/MWh' })).toEqual(months(0.0411));
    expect(read(text, { unit: 'kg/kWh' })).toMatchObject({
      factors: [],
      refused: [
        {
          line: 2,
          why: '41,1 não pode ser o fator de 01/2026 nesta unidade: confira a unidade do arquivo.',
        },
      ],
    });
    expect(read('Mês;Fator\n01/2026;0,0411\n', { unit: 'g/kWh' })).toMatchObject({ factors: [] });
  });

  it.each<[string, string, FactorUnit | null, string, string]>([
    [
      'another unit than chosen',
      'Mês;t/MWh fator\n01/2026;0,04\n',
      'kg/MWh',
      'unit',
      'O arquivo diz t/mwh, e a',
    ],
    [
      'two units',
      'Mês;Fator t/MWh\nkg/MWh\n01/2026;0,04\n',
      null,
      'file',
      'O arquivo tem mais de uma unidade',
    ],
    ['a foreign unit', 'Mês;Fator g/MWh\n01/2026;0,04\n', null, 'file', 'g/mwh não é uma unidade'],
    [
      'another year in its title',
      'Fatores de 2025;\nMês;Fator t/MWh\n1;0,04\n',
      null,
      'year',
      'O arquivo é de 2025',
    ],
    ['no table', 'um texto;qualquer\n', null, 'file', 'Não encontrei a tabela'],
    [
      'two columns of factors',
      'Mês;Fator médio;Fator da margem\n01/2026;1;2\n',
      null,
      'file',
      'Não encontrei',
    ],
    ['too few months in columns', 'Ano;Jan;Fev;Mar\n2026;1;2;3\n', null, 'file', 'Não encontrei a tabela'],
  ])('with %s is refused', (_, text, unit, field, problem) => {
    expect(read(text, { unit })).toEqual({ field, problem: expect.stringContaining(problem) });
  });

  it('reports lines of another year, future months, negative values, texts and repeated months', () => {
    const text = [
      'Mês;Fator (kg/kWh)',
      '01/2026;0,0411',
      '12/2025;0,0411',
      '04/2026;0,0411',
      'Média anual;0,05',
      '02/2026;-0,04',
      '03/2026;n.d.x',
      'total;1',
      '13/2026;0,04',
      '02/2026;0,05',
      '03/2026;0,06',
      '03/2026;0,06',
      ';',
      '03/2026;2',
    ].join('\n');
    expect(read(text)).toEqual({
      factors: [factor(1, 0.0411), factor(2, 0.05)],
      refused: [
        { line: 3, why: 'É de 2025, e o ano escolhido é 2026.' },
        { line: 4, why: '04/2026 ainda não terminou: o fator não pode estar publicado.' },
        { line: 5, why: 'média de 2026 ainda não terminou: o fator não pode estar publicado.' },
        { line: 6, why: 'O fator de 02/2026 é negativo.' },
        { line: 7, why: '“n.d.x” não é um número.' },
        { line: 8, why: '“total” não é um mês: use MM/AAAA.' },
        { line: 9, why: '“13/2026” não é um mês: use MM/AAAA.' },
        { line: 12, why: '03/2026 está em mais de uma linha (11, 12): deixe só uma.' },
        { line: 14, why: '2 não pode ser o fator de 03/2026 nesta unidade: confira a unidade do arquivo.' },
      ],
    });
  });
});
