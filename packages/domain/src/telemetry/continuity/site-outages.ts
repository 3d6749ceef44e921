import type { TimeSpan } from '../../base/time/span.ts';
import { type Instant, instant, MINUTE_MS } from '../../base/time/zone.ts';
import type { MeterAbsence, PhaseName } from './meter-absences.ts';

/**
 * `interruption`: the distributor's network had no voltage. `messages`: there was voltage, and messages were lost. `installation`:
 * the network had voltage, and some meters did not. `unknown`: the data fit several of these.
 */
export type OutageKind = 'interruption' | 'messages' | 'installation' | 'unknown';

/** The observation that decided the kind of an outage. */
export type OutageEvidence =
  | 'zero-voltage'
  | 'zero-voltage-of-some'
  | 'all-restarted'
  | 'one-restarted'
  | 'energy-counted'
  | 'server-silent'
  | 'others-measured'
  | 'some-restarted'
  | 'none';

/** An electricity meter of a site, and its absences in ascending order. */
export interface SiteMeter {
  readonly id: number;
  /** Whether it measures the whole establishment. */
  readonly isGeneral: boolean;
  /** Number of connected phases. */
  readonly phases: number;
  /** Usual distance of its frames, ms. */
  readonly distance: number;
  /** The times between its first and its last frame that were read. */
  readonly read: readonly TimeSpan[];
  readonly absences: readonly MeterAbsence[];
}

/** A time in which a site, or a part of it, sent nothing or measured no voltage. */
export interface Outage {
  /** Estimated start and end; `to` is null while it lasts. */
  readonly from: Instant;
  readonly to: Instant | null;
  readonly kind: OutageKind;
  readonly evidence: OutageEvidence;
  /** Affected meters. */
  readonly meters: readonly number[];
  /** Phases without voltage, as far as frames show them. */
  readonly phases: readonly PhaseName[];
  /** Whether the voltage was low before. */
  readonly hadSag: boolean;
}

interface Absent {
  readonly meter: SiteMeter;
  readonly absence: MeterAbsence;
}

/** Time between the last frame of a meter and the next expected one, with some delay of the network. */
const LATE_SHARE = 1.2;
const LATE_MS = 5_000;
/** Absences that begin within this time, beside the distances of their frames, have one cause. */
const TOGETHER_MS = MINUTE_MS;

/** Latest time at which an absence began. */
const latestStart = ({ absence, meter }: Absent): number =>
  absence.firstDead ??
  Math.min(
    absence.lastGood + meter.distance * LATE_SHARE + LATE_MS,
    absence.firstGood ?? Number.POSITIVE_INFINITY,
  );

function startOf(cluster: readonly Absent[]): number {
  const earliest = Math.max(...cluster.map(({ absence }) => absence.lastGood));
  const latest = Math.min(...cluster.map(latestStart));
  return latest <= earliest ? earliest : (earliest + latest) / 2;
}

/** The end, by the first meter that had voltage again; null: none has. */
function endOf(cluster: readonly Absent[]): number | null {
  const good = cluster.flatMap(({ absence }) =>
    absence.firstGood === null ? [] : [absence.firstGood - absence.running],
  );
  if (good.length === 0) return null;
  const latest = Math.min(...good);
  const dead = cluster.flatMap(({ absence }) => absence.lastDead ?? []);
  const earliest = Math.max(...dead.filter((at) => at < latest), Number.NEGATIVE_INFINITY);
  return Number.isFinite(earliest) ? (earliest + latest) / 2 : latest;
}

/** Groups absences that began together and overlap. */
function clustersOf(meters: readonly SiteMeter[]): readonly (readonly Absent[])[] {
  const absences = meters
    .flatMap((meter) => meter.absences.map((absence): Absent => ({ meter, absence })))
    .toSorted((one, other) => one.absence.lastGood - other.absence.lastGood);
  const clusters: Absent[][] = [];
  for (const absent of absences) {
    const cluster = clusters.findLast(
      (members) =>
        !members.some(({ meter }) => meter === absent.meter) &&
        absent.absence.lastGood <= Math.min(...members.map(latestStart)) + TOGETHER_MS &&
        members.every(
          ({ absence }) => absent.absence.lastGood < (absence.firstGood ?? Number.POSITIVE_INFINITY),
        ),
    );
    if (cluster === undefined) clusters.push([absent]);
    else cluster.push(absent);
  }
  return clusters;
}

/** Whether a meter outside the cluster sent frames with voltage after the start of the cluster. */
function isLive(meter: SiteMeter, cluster: readonly Absent[], start: number, end: number): boolean {
  if (cluster.some((absent) => absent.meter === meter)) return false;
  if (!meter.read.some(({ from, to }) => from <= start && start < to)) return false;
  return !meter.absences.some(
    ({ lastGood, firstGood }) =>
      lastGood <= start + TOGETHER_MS &&
      (firstGood ?? Number.POSITIVE_INFINITY) > Math.min(end, start + TOGETHER_MS),
  );
}

interface Judged {
  readonly kind: OutageKind;
  readonly evidence: OutageEvidence;
}

/** By frames without voltage. A general meter decides; without one, no other meter may contradict. */
function judgeDead(dead: readonly Absent[], live: readonly SiteMeter[], hasGeneral: boolean): Judged {
  const mostPhases = Math.max(...dead.map(({ meter }) => meter.phases));
  const isOfAllPhases = dead.some(
    ({ meter, absence }) => meter.phases === mostPhases && absence.isOfAllPhases,
  );
  const contradicts = live.some(({ phases, isGeneral }) => isGeneral || isOfAllPhases || phases === 3);
  const isOfNetwork = hasGeneral ? dead.some(({ meter }) => meter.isGeneral) || !contradicts : !contradicts;
  return isOfNetwork
    ? { kind: 'interruption', evidence: 'zero-voltage' }
    : { kind: 'installation', evidence: 'zero-voltage-of-some' };
}

/** By silence, beside meters that measured voltage at the time. */
function judgePart(cluster: readonly Absent[]): Judged {
  if (cluster.some(({ absence }) => absence.energy === 'counted'))
    return { kind: 'messages', evidence: 'energy-counted' };
  const isRestarted = cluster.every(({ absence }) => absence.energy === 'restarted');
  // Several boards without energy beside others with it: their circuit, or one phase of the network.
  return cluster.length > 1 && isRestarted
    ? { kind: 'unknown', evidence: 'some-restarted' }
    : { kind: 'installation', evidence: 'others-measured' };
}

/** By silence of all meters. Without the energy of a restart, not even a low voltage before proves an interruption. */
function judgeSilence(cluster: readonly Absent[]): Judged {
  const verdicts = cluster.map(({ absence }) => absence.energy);
  const [counted, restarted] = [verdicts.includes('counted'), verdicts.includes('restarted')];
  if (counted === restarted) return { kind: 'unknown', evidence: 'none' };
  if (counted) return { kind: 'messages', evidence: 'energy-counted' };
  // A single board may have restarted by itself, or been unplugged.
  return cluster.length === 1
    ? { kind: 'unknown', evidence: 'one-restarted' }
    : { kind: 'interruption', evidence: 'all-restarted' };
}

/**
 * Finds the outages of a site, and tells interruptions of the supply from lost messages. A silence alone proves neither: zero
 * voltage, the energy of the first message after it, other meters and other establishments decide, else the kind is unknown.
 * @param wasServerSilent - whether the server received nothing from other establishments in an interval
 */
export function siteOutages(
  meters: readonly SiteMeter[],
  wasServerSilent: (span: TimeSpan) => boolean,
): readonly Outage[] {
  return clustersOf(meters)
    .map((cluster): Outage => {
      const start = startOf(cluster);
      const end = endOf(cluster);
      const span = {
        from: instant(Math.round(start)),
        to: instant(Math.ceil(Math.max(start, end ?? start))),
      };
      const dead = cluster.filter(({ absence }) => absence.firstDead !== null);
      const live = meters.filter((meter) => isLive(meter, cluster, start, span.to));
      const judge = (): Judged => {
        if (dead.length > 0)
          return judgeDead(
            dead,
            live,
            meters.some(({ isGeneral }) => isGeneral),
          );
        if (end !== null && wasServerSilent(span)) return { kind: 'messages', evidence: 'server-silent' };
        return live.length > 0 ? judgePart(cluster) : judgeSilence(cluster);
      };
      const phases = new Set(dead.flatMap(({ absence }) => absence.phases));
      return {
        ...judge(),
        from: instant(Math.round(start)),
        to: end === null ? null : instant(Math.round(Math.max(start, end))),
        meters: cluster.map(({ meter }) => meter.id),
        phases: (['A', 'B', 'C'] as const).filter((phase) => phases.has(phase)),
        hadSag: cluster.some(({ absence }) => absence.hadSag),
      };
    })
    .toSorted((one, other) => one.from - other.from);
}
