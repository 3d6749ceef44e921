import { findProvisioned } from '@nascente/contract/telemetry/inventory';
import { parseBoardSheet, type SheetBoard, type SheetFault } from '@nascente/domain/sites/boards/board-sheet';
import { useState } from 'react';
import { request } from '../../../shared/api/api-client.ts';
import { useSending } from '../../../shared/forms/use-sending.ts';

/** What a file comes to, before anything is stored. */
export interface Preview {
  readonly name: string;
  readonly boards: readonly SheetBoard[];
  readonly faults: readonly SheetFault[];
}

/** Ten thousand lines are half a megabyte; what is larger is no spreadsheet of boards. */
const MAX_BYTES = 4_000_000;

const knownOf = async (boards: readonly SheetBoard[]): Promise<ReadonlySet<string>> => {
  if (boards.length === 0) return new Set();
  const { known: knownMacs } = await request(findProvisioned, {
    body: { macs: boards.map(({ mac }) => mac) },
  });
  return new Set(knownMacs);
};

/** By the same rules as the server's; the inventory is asked which boards it has already. */
const previewOf = async (file: File): Promise<Preview> => {
  if (file.size > MAX_BYTES)
    return { name: file.name, boards: [], faults: [{ line: 1, msg: 'O arquivo é grande demais.' }] };
  const { boards, faults } = parseBoardSheet(await file.text());
  const knownMacs = await knownOf(boards);
  const repeated = boards
    .filter(({ mac }) => knownMacs.has(mac))
    .map(({ line, mac }) => ({ line, msg: `${mac} já está no inventário` }));
  return {
    name: file.name,
    boards: boards.filter(({ mac }) => !knownMacs.has(mac)),
    faults: [...faults, ...repeated].toSorted((a, b) => a.line - b.line),
  };
};

export const useSheet = () => {
  const [preview, setPreview] = useState<Preview | null>(null);
  const { start, isSending, failure } = useSending(async (file: File) => setPreview(await previewOf(file)));
  return { preview, read: start, isReading: isSending, failure, clear: () => setPreview(null) };
};
