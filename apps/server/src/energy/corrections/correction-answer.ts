import type { Correction } from '@nascente/contract/energy/corrections';
import type { StoredCorrection } from './corrections.repository.ts';

const PER_UNIT = 1_000_000;

/** Thousandths of Wh and litres as kWh and m³. */
export const inUnits = (thousandths: number): number => thousandths / PER_UNIT;

export const correctionAnswer = (row: StoredCorrection): Correction => ({
  id: row.id,
  start: row.begins.toISOString(),
  end: row.ends.toISOString(),
  reason: row.reason,
  by: row.by,
  date: row.createdAt.toISOString(),
  amount: inUnits(row.amount),
  frames: row.frames,
  undone: row.undoneAt === null ? null : { by: row.undoneBy, date: row.undoneAt.toISOString() },
});
