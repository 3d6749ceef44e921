import { newBoard } from '@nascente/contract/meters';
import { InvalidInput } from '../../platform/errors.ts';

const COLUMNS = ['mac', 'type', 'model', 'equipment'];

const cells = (line: string, separator: string): string[] =>
  line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));

/** Empty cells take the contract's defaults. */
const boardOf = (values: readonly string[]): Record<string, string> =>
  Object.fromEntries(COLUMNS.flatMap((name, index) => (values[index] ? [[name, values[index]]] : [])));

/**
 * Boards as a spreadsheet saves them: a header `mac,type,model,equipment`, comma or semicolon, one board a line.
 * Throws InvalidInput naming every bad line.
 */
export const parseBoardsCsv = (text: string): { boards: Record<string, string>[] } => {
  const [header = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const separator = header.includes(';') ? ';' : ',';
  if (cells(header.toLowerCase(), separator).join(',') !== COLUMNS.join(',')) {
    const msg = `A primeira linha deve ser: ${COLUMNS.join(',')}`;
    throw new InvalidInput(msg, [{ path: 'linha 1', msg }]);
  }
  const filled = lines.flatMap((line, index) =>
    line.trim() === '' ? [] : [{ number: index + 2, values: cells(line, separator) }],
  );
  const errors = filled.flatMap(({ number, values }) => {
    const path = `linha ${number}`;
    if (values.length > COLUMNS.length) return [{ path, msg: 'Colunas demais' }];
    const read = newBoard.safeParse(boardOf(values));
    return read.success ? [] : read.error.issues.map(({ message }) => ({ path, msg: message }));
  });
  const [first] = errors;
  if (first) throw new InvalidInput(`${first.path}: ${first.msg}`, errors);
  return { boards: filled.map(({ values }) => boardOf(values)) };
};
