import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

const HEADER =
  '"DatGeracaoConjuntoDados";"DscREH";"SigAgente";"NumCNPJDistribuidora";"DatInicioVigencia";"DatFimVigencia";"DscBaseTarifaria";"DscSubGrupo";"DscModalidadeTarifaria";"DscClasse";"DscSubClasse";"DscDetalhe";"NomPostoTarifario";"DscUnidadeTerciaria";"SigAgenteAcessante";"VlrTUSD";"VlrTE"';

const NONE = 'Não se aplica';
const CLASSES = [
  ['B1', 'Residencial', 'Residencial'],
  ['B1', 'Residencial', 'Baixa Renda'],
  ['B1', 'Residencial', 'Residencial Tarifa Social – faixa 01'],
  ['B1', 'Residencial', 'Residencial Tarifa Social – faixa 02'],
  ['B2', 'Rural', 'Cooperativa de eletrificação rural'],
  ['B2', 'Rural', NONE],
  ['B2', 'Rural', 'Serviço público de irrigação rural'],
  ['B3', NONE, NONE],
] as const;
const PARTS = {
  Azul: ['Ponta;kW', 'Fora ponta;kW', 'Ponta;MWh', 'Fora ponta;MWh'],
  Verde: [`${NONE};kW`, 'Ponta;MWh', 'Fora ponta;MWh'],
  Branca: ['Ponta;MWh', 'Intermediário;MWh', 'Fora ponta;MWh'],
  Convencional: [`${NONE};MWh`],
} as const;
const BASES = ['Tarifa de Aplicação', 'Base Econômica'] as const;
const DISTRIBUTORS = 110;

/** The rows of one distributor and year: subgroup, modality, class, subclass, detail, time-of-use period, unit. */
const sheet: readonly string[] = BASES.flatMap((base) => [
  ...CLASSES.flatMap(([subgroup, main, sub]) =>
    (['Convencional', 'Branca'] as const).flatMap((modality) =>
      [NONE, 'SCEE'].flatMap((detail) =>
        PARTS[modality].map((part) => [base, subgroup, modality, main, sub, detail, part].join(';')),
      ),
    ),
  ),
  ...['A2', 'A3a', 'A4', 'AS'].flatMap((subgroup) =>
    (['Azul', 'Verde'] as const).flatMap((modality) =>
      [NONE, 'APE'].flatMap((detail) =>
        PARTS[modality].map((part) => [base, subgroup, modality, NONE, NONE, detail, part].join(';')),
      ),
    ),
  ),
]);

const money = (seed: number): string =>
  ((seed * 7919) % 250_000) / 100 < 1
    ? ',00'
    : (((seed * 7919) % 250_000) / 100).toLocaleString('pt-BR', { minimumFractionDigits: 2 });

const rowOf = (index: number): string => {
  const row = Math.floor(index / sheet.length);
  const distributor = row % DISTRIBUTORS;
  const year = 2026 - Math.floor(row / DISTRIBUTORS);
  const cnpj = String(10_000_000_000_000 + distributor * 7_777_777);
  const fields = [
    '2026-09-30',
    `RESOLUÇÃO HOMOLOGATÓRIA Nº ${year}.${distributor}, DE 20 DE MAIO DE ${year}`,
    `DISTRIBUIDORA ${distributor}`,
    cnpj,
    `${year}-05-28`,
    `${year + 1}-05-27`,
    ...(sheet[index % sheet.length] ?? '').split(';'),
    NONE,
    money(index + 1),
    money(index + 2),
  ];
  return `"${fields.join('";"')}"\r\n`;
};

/** Writes a file in the shapes of ANEEL's: about 110 distributors, the years back from 2026. */
export const writeTariffFile = async (path: string, rows: number): Promise<void> => {
  const file = createWriteStream(path);
  file.write(`${HEADER}\r\n`);
  for (let index = 0; index < rows; index++) {
    if (!file.write(rowOf(index))) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
};
