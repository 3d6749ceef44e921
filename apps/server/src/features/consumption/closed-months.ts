import type { Instant } from '@nascente/domain/time/zone';
import { instant } from '@nascente/domain/time/zone';
import { openSince } from './closed-after.ts';
import type { ClosedMemory, ClosedPart } from './closed-memory.ts';
import type { MeasuredMonth, ReadMonths, ZonedHistory } from './measured-months.ts';

const toPart = ({ installationId, kind, zone, from, to }: ZonedHistory): ClosedPart => ({
  key: [installationId, kind, zone, from, to].join(),
  installationId,
  from,
  to,
});

/** Months that follow one another; what was measured in one of them may stand in both. */
const joined = (earlier: readonly MeasuredMonth[], later: readonly MeasuredMonth[]): MeasuredMonth[] => {
  const [before, first] = [earlier.at(-1), later[0]];
  if (before === undefined || first?.month !== before.month) return [...earlier, ...later];
  return [...earlier.slice(0, -1), { ...first, amount: before.amount + first.amount }, ...later.slice(1)];
};

/** The same months, of which what was measured on closed days is remembered. */
export const rememberClosedMonths =
  (read: ReadMonths, memory: ClosedMemory<readonly MeasuredMonth[]>, clock: () => Instant): ReadMonths =>
  async (asked) => {
    const since = openSince(clock());
    const closed = asked.map((one) => ({ ...one, to: instant(Math.min(one.to, since)) }));
    const open = asked.map((one) => ({ ...one, from: instant(Math.max(one.from, since)) }));
    const [known, recent] = await Promise.all([
      memory.read(closed.map(toPart), (missing) =>
        read(missing.map((place) => closed[place] as ZonedHistory)),
      ),
      read(open),
    ]);
    return known.map((months, place) => joined(months, recent[place] ?? []));
  };
