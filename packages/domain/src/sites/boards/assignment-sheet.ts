import { type DelimitedRow, readDelimited } from '../../base/sheet/delimited.ts';
import { MAX_BOARDS, type SheetFault } from './board-sheet.ts';
import { type Mac, normalizeMac } from './mac.ts';

/** A board, and the e-mail of the account to which it is assigned. */
interface SheetAssignment {
  /** Line number, from 1. */
  readonly line: number;
  readonly mac: Mac;
  /** E-mail in lower case. */
  readonly email: string;
}

interface AssignmentSheet {
  /** Assignments of the lines without faults. */
  readonly assignments: readonly SheetAssignment[];
  readonly faults: readonly SheetFault[];
}

/**
 * Parses lines `mac` or `mac;email`, with any separator of `readDelimited`. A header is skipped; every faulty line is reported
 * in Portuguese.
 * @param defaultEmail - for lines without an e-mail; null if each line must have one
 */
export function parseAssignmentSheet(text: string, defaultEmail: string | null): AssignmentSheet {
  const rows = readDelimited(text).filter(({ cells }, index) => index > 0 || !isHeader(cells));
  const beyond = rows[MAX_BOARDS];
  if (rows.length === 0) return refused(1, 'Informe ao menos uma placa.');
  if (beyond !== undefined)
    return refused(beyond.line, `São no máximo ${MAX_BOARDS.toLocaleString('pt-BR')} placas por vez.`);
  return readRows(rows, defaultEmail);
}

function readRows(rows: readonly DelimitedRow[], defaultEmail: string | null): AssignmentSheet {
  const assignments: SheetAssignment[] = [];
  const faults: SheetFault[] = [];
  const lineOf = new Map<Mac, number>();
  for (const { line, cells } of rows) {
    const [macCell = '', emailCell = ''] = cells;
    const mac = normalizeMac(macCell);
    const email = emailCell.toLowerCase() || defaultEmail;
    const first = mac === null ? undefined : lineOf.get(mac);
    if (mac === null) faults.push({ line, msg: 'Endereço MAC inválido' });
    else if (first !== undefined) faults.push({ line, msg: `${mac} já está na linha ${first}` });
    else if (email === null) faults.push({ line, msg: 'Informe o e-mail do gestor' });
    else assignments.push({ line, mac, email });
    if (mac !== null && first === undefined) lineOf.set(mac, line);
  }
  return { assignments, faults };
}

const isHeader = ([first = '', second = 'email']: readonly string[]): boolean =>
  first.toLowerCase() === 'mac' && ['email', 'e-mail'].includes(second.toLowerCase());

const refused = (line: number, msg: string): AssignmentSheet => ({
  assignments: [],
  faults: [{ line, msg }],
});
