import type { BodyGiven } from '@nascente/contract/base/call';
import type { assignBoards, provisionBoards } from '@nascente/contract/telemetry/inventory';
import { parseAssignmentSheet } from '@nascente/domain/sites/boards/assignment-sheet';
import { parseBoardSheet, type SheetFault } from '@nascente/domain/sites/boards/board-sheet';
import { InvalidInput } from '../../platform/errors.ts';

/** Of an answer; a sheet of the wrong kind is wrong in every line. */
const NAMED_AT_MOST = 1_000;

const refuseFaults = (faults: readonly SheetFault[]): void => {
  const errors = faults.slice(0, NAMED_AT_MOST).map(({ line, msg }) => ({ path: `linha ${line}`, msg }));
  const [first] = errors;
  if (first) throw new InvalidInput(`${first.path}: ${first.msg}`, errors);
};

/** Assignments as a spreadsheet saves them. Throws InvalidInput naming every bad line. */
export const parseAssignmentsCsv = (text: string): BodyGiven<typeof assignBoards> => {
  const { assignments, faults } = parseAssignmentSheet(text, null);
  refuseFaults(faults);
  return { boards: assignments.map(({ mac, email }) => ({ mac, email })) };
};

/** Boards as a spreadsheet saves them. Throws InvalidInput naming every bad line. */
export const parseBoardsCsv = (text: string): BodyGiven<typeof provisionBoards> => {
  const { boards, faults } = parseBoardSheet(text);
  refuseFaults(faults);
  return { boards: boards.map(({ mac, type, model, equipment }) => ({ mac, type, model, equipment })) };
};
