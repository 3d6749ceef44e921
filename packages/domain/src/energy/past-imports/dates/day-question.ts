import { cellAt } from '../../../base/sheet/row-cells.ts';
import { nameAt } from '../detect-times.ts';
import { candidate, type FileQuestion } from '../file-question.ts';
import type { FileReading } from '../file-reading.ts';

/** Which of several columns holds the date of the measurement. */
export function dayQuestion(
  columns: readonly number[],
  rows: readonly (readonly string[])[],
  names: readonly string[],
  detect: (column: number) => FileReading,
): FileQuestion | null {
  if (columns.length === 0) return null;
  const candidates = columns.map((column) => {
    const {
      timeColumn,
      clockColumn,
      endColumn,
      endClockColumn,
      hours,
      intervalMinutes,
      instant,
      lateMidnight,
    } = detect(column);
    const mapping = { timeColumn, clockColumn, endColumn, endClockColumn, hours };
    const example = String(rows.map((cells) => cellAt(cells, column)).find((cell) => cell !== ''));
    const name = nameAt(names, column) || `Coluna ${column + 1}`;
    return candidate(`${name} (${example})`, { ...mapping, intervalMinutes, instant, lateMidnight });
  });
  return { about: 'day', candidates };
}
