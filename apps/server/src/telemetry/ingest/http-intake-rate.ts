import { SECOND_MS } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import { createAllowances, type Rate } from '../../platform/mqtt/allowance.ts';
import type { Sender } from './intake.ts';
import type { SentLine } from './sent-readings.ts';

/**
 * A credential for many boards sends as much as ten boards at their limit: by default a line a second of each of 1,000
 * boards, which send one in five seconds.
 */
const SHARED_SHARE = 10;

interface IntakeRate {
  /** Seconds until the credential may send again; 0: now. */
  waitSeconds(sender: Sender): number;
  /** Counts what is not told apart by boards. */
  spend(sender: Sender, bytes: number): void;
  /** The lines of boards within their rate, and the seconds until the others may send again; 0: there are none. */
  admit(sender: Sender, lines: readonly SentLine[]): { within: readonly SentLine[]; waitSeconds: number };
}

const secondsOf = (ms: number): number => Math.ceil(ms / SECOND_MS);

/** By HTTP each board has its rate, whoever sends for it, and each credential for many boards has one as a whole. */
export const createIntakeRate = (needs: {
  rate: Rate;
  isBoard: (mac: Mac) => boolean;
  now?: () => number;
}): IntakeRate => {
  const { rate, isBoard, now } = needs;
  const { messagesPerSecond, bytesPerSecond, burstSeconds } = rate;
  const boards = createAllowances(rate, now);
  const credentials = createAllowances(
    {
      messagesPerSecond: SHARED_SHARE * messagesPerSecond,
      bytesPerSecond: SHARED_SHARE * bytesPerSecond,
      burstSeconds,
    },
    now,
  );
  // Looked up at each use: `sweep` forgets what is full, and whoever holds it would spend what nobody counts.
  const allowanceOf = (sender: Sender) => {
    if (sender.kind === 'board') return boards.of(sender.mac);
    return credentials.of(sender.kind === 'gateway' ? sender.id : '');
  };

  return {
    waitSeconds(sender) {
      boards.sweep();
      credentials.sweep();
      return secondsOf(allowanceOf(sender).waitMs());
    },
    spend: (sender, bytes) => allowanceOf(sender).spend(bytes),
    admit(sender, lines) {
      const ofSender = allowanceOf(sender);
      for (const { line } of lines) ofSender.spend(line.length);
      if (sender.kind === 'board') return { within: lines, waitSeconds: 0 };
      // A MAC that is no board's counts for the credential alone: made-up ones fill no memory.
      const macs = [...new Set(lines.map(({ mac }) => mac))].filter(isBoard);
      const waits = new Map(macs.map((mac) => [mac, boards.of(mac).waitMs()]));
      const within = lines.filter(({ mac }) => !waits.get(mac));
      for (const { mac, line } of within) if (waits.has(mac)) boards.of(mac).spend(line.length);
      return { within, waitSeconds: secondsOf(Math.max(0, ...waits.values())) };
    },
  };
};
