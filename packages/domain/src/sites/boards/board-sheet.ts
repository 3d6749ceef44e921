import { type DelimitedRow, readDelimited } from '../../base/sheet/delimited.ts';
import {
  type BoardTraits,
  boardEquipments,
  boardModels,
  boardTypes,
  DEFAULT_EQUIPMENT,
  DEFAULT_MODEL,
} from './board-traits.ts';
import { type Mac, normalizeMac } from './mac.ts';

/** A board in a line of a spreadsheet. */
export interface SheetBoard extends BoardTraits {
  /** Line number, from 1. */
  readonly line: number;
  readonly mac: Mac;
}

/** The error of a line, in Portuguese. */
export interface SheetFault {
  readonly line: number;
  readonly msg: string;
}

interface BoardSheet {
  /** Boards of the lines without faults. */
  readonly boards: readonly SheetBoard[];
  readonly faults: readonly SheetFault[];
}

/** Maximum number of boards provisioned at a time. */
export const MAX_BOARDS = 10_000;

const COLUMNS = ['mac', 'type', 'model', 'equipment'] as const;
type Column = (typeof COLUMNS)[number];
type CellOf = (column: Column) => string;

const HEADER = `A primeira linha deve ser: ${COLUMNS.join(',')}`;

/**
 * Parses boards from a CSV with the header `mac,type,model,equipment` in any order; `model` and `equipment` are optional. Every
 * faulty line is reported with all its faults; a repeated MAC is a fault.
 */
export function parseBoardSheet(text: string): BoardSheet {
  const [header, ...rows] = readDelimited(text);
  const columns = header?.cells.map((cell) => cell.toLowerCase()) ?? [];
  if (!isHeader(columns)) return { boards: [], faults: [{ line: header?.line ?? 1, msg: HEADER }] };
  const fault = numberFault(rows);
  return fault === null ? readRows(columns, rows) : { boards: [], faults: [fault] };
}

function numberFault(rows: readonly DelimitedRow[]): SheetFault | null {
  if (rows.length === 0) return { line: 2, msg: 'A planilha não tem nenhuma placa.' };
  const beyond = rows[MAX_BOARDS];
  return beyond === undefined ? null : { line: beyond.line, msg: TOO_MANY };
}

function readRows(columns: readonly Column[], rows: readonly DelimitedRow[]): BoardSheet {
  const boards: SheetBoard[] = [];
  const faults: SheetFault[] = [];
  const lineOf = new Map<string | null, number>();
  for (const { line, cells, isUnclosed } of rows) {
    const { mac, traits, problems } = readBoard(columns, cells);
    if (isUnclosed) problems.unshift('Aspas abertas e não fechadas.');
    const first = lineOf.get(mac);
    if (first !== undefined) problems.push(`${mac} já está na linha ${first}`);
    else if (mac !== null) lineOf.set(mac, line);
    if (mac !== null && traits !== null && problems.length === 0) boards.push({ line, mac, ...traits });
    for (const msg of problems) faults.push({ line, msg });
  }
  return { boards, faults };
}

const TOO_MANY = `São no máximo ${MAX_BOARDS.toLocaleString('pt-BR')} placas por vez.`;

function isHeader(columns: readonly string[]): columns is readonly Column[] {
  const areAllKnown = columns.every((name) => COLUMNS.some((column) => column === name));
  return (
    areAllKnown &&
    new Set(columns).size === columns.length &&
    columns.includes('mac') &&
    columns.includes('type')
  );
}

function readBoard(columns: readonly Column[], cells: readonly string[]) {
  const cellOf: CellOf = (column) => cells[columns.indexOf(column)] ?? '';
  const mac = normalizeMac(cellOf('mac'));
  const { type, model, equipment } = readTraits(cellOf);
  const problems = [
    cells.slice(columns.length).some((cell) => cell !== '') ? 'Colunas demais' : null,
    mac === null ? 'Endereço MAC inválido' : null,
    type === null ? 'Tipo inválido: use eletric ou water' : null,
    model === null ? 'Modelo inválido: use mono ou tri' : null,
    equipment === null ? 'Equipamento inválido: use emd ou emd3p' : null,
  ].filter((problem) => problem !== null);
  const traits = type && model && equipment ? { type, model, equipment } : null;
  return { mac, traits, problems };
}

function readTraits(cellOf: CellOf): { readonly [Trait in keyof BoardTraits]: BoardTraits[Trait] | null } {
  const type = cellOf('type').toLowerCase();
  const equipment = oneOf(boardEquipments, cellOf('equipment') || DEFAULT_EQUIPMENT);
  // In old sheets, type `tri` means electric with model `tri`.
  if (type === 'tri') return { type: 'eletric', model: 'tri', equipment };
  return {
    type: oneOf(boardTypes, type),
    model: oneOf(boardModels, cellOf('model') || DEFAULT_MODEL),
    equipment,
  };
}

const oneOf = <const T extends string>(allowed: readonly T[], text: string): T | null =>
  allowed.find((one) => one === text.toLowerCase()) ?? null;
