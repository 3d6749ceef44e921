import type { BodyGiven } from '@nascente/contract/call';
import type { provisionBoards } from '@nascente/contract/inventory';
import { parseBoardSheet } from '@nascente/domain/metering/board-sheet';
import { InvalidInput } from '../../platform/errors.ts';

/** Of an answer; a sheet of the wrong kind is wrong in every line. */
const NAMED_AT_MOST = 1_000;

/** Boards as a spreadsheet saves them. Throws InvalidInput naming every bad line. */
export const parseBoardsCsv = (text: string): BodyGiven<typeof provisionBoards> => {
  const { boards, faults } = parseBoardSheet(text);
  const errors = faults.slice(0, NAMED_AT_MOST).map(({ line, msg }) => ({ path: `linha ${line}`, msg }));
  const [first] = errors;
  if (first) throw new InvalidInput(`${first.path}: ${first.msg}`, errors);
  return { boards: boards.map(({ mac, type, model, equipment }) => ({ mac, type, model, equipment })) };
};
