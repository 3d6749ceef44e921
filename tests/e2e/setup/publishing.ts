import { instant } from '@nascente/domain/base/time/zone';
import { blankFrame, type Frame, formatFrame } from '@nascente/domain/telemetry/frames/frame';
import { PROFILES } from '@nascente/virtual-meters/profiles/catalogue';
import type { BoardEntry } from '@nascente/virtual-meters/publishing/boards-file';
import { openConnection } from '@nascente/virtual-meters/publishing/run-boards';
import { runningServer } from './running-server.ts';

/**
 * Publishes one frame as this board, at this moment, and waits until it is acknowledged.
 *
 * @param to - another server than that of this worker, with a clock of its own
 */
export async function publish(
  board: BoardEntry,
  measured: Partial<Frame>,
  to: { readonly mqttPort: number; readonly now: () => number } = {
    mqttPort: runningServer().mqttPort,
    now: Date.now,
  },
): Promise<void> {
  const troubles: string[] = [];
  const connection = openConnection({
    host: '127.0.0.1',
    port: to.mqttPort,
    mac: board.mac,
    key: board.key,
    equipment: board.equipment,
    onTrouble: (trouble) => troubles.push(trouble),
  });
  const frame = { ...blankFrame(PROFILES[board.profile].kind, instant(to.now())), rssi: -58, ...measured };
  await connection.publish(formatFrame(frame, board.mac));
  await connection.end();
  if (troubles.length > 0) throw new Error(troubles.join('; '));
}
