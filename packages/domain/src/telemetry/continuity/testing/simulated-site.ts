import { QUARTER_MS } from '../../../base/time/quarter.ts';
import { HOUR_MS, instant, MINUTE_MS, SECOND_MS } from '../../../base/time/zone.ts';
import type { PhaseColumns } from '../../supply/supply-frames.ts';
import { inspectedMeter } from '../inspected-meter.ts';
import { meterAbsences, type PhaseName, type SupplyTrace } from '../meter-absences.ts';
import { type Outage, siteOutages } from '../site-outages.ts';

/** What really happened at a simulated site. */
export interface Truth {
  readonly cause: 'mains' | 'phase' | 'router' | 'board' | 'broker' | 'short' | 'brownout' | 'nothing';
  readonly from: number;
  readonly to: number;
  /** The lost phase of cause `phase`. */
  readonly phase: PhaseName;
  /** Index of the board of cause `board`. */
  readonly board: number;
}

/** A simulated board. It is powered by any phase that it measures. */
interface SimulatedBoard {
  /** Indexes of its phases. */
  readonly phases: readonly number[];
  readonly isGeneral: boolean;
  /** Distance of its messages, ms. */
  readonly distance: number;
  readonly hasBattery: boolean;
  /** Stores what it could not send, and sends it later. */
  readonly hasBuffer: boolean;
  /** Counts in registers that survive a restart. */
  readonly keepsRegisters: boolean;
  /** Discards the energy of a message that it could not send, against the format. */
  readonly discards: boolean;
  /** Its messages have the time at which the server received them. */
  readonly hasServerTime: boolean;
  /** Time to start, and to send the first message after the network is there, ms. */
  readonly boot: number;
  readonly join: number;
  /** W of each phase. */
  readonly watts: number;
}

export interface SimulatedSite {
  readonly truth: Truth;
  readonly boards: readonly SimulatedBoard[];
  readonly start: number;
  readonly end: number;
  /** Whether the router has a battery, and the time that it needs to start, ms. */
  readonly isRouterBacked: boolean;
  readonly routerBoot: number;
  /** Seconds of low voltage before an interruption. */
  readonly sag: number;
}

export type Random = () => number;

/** A generator of numbers in [0, 1) (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const NOMINAL = 220;
const DISTANCES = [1, 5, 10, 15, 30, 60] as const;
const PHASE_NAMES = ['A', 'B', 'C'] as const;
const START = Date.UTC(2026, 9, 5, 3);
const MARGIN_MS = 45 * MINUTE_MS;

const between = (random: Random, low: number, high: number): number => low + random() * (high - low);

const CAUSES: readonly (readonly [Truth['cause'], number])[] = [
  ['mains', 0.36],
  ['phase', 0.46],
  ['router', 0.66],
  ['board', 0.76],
  ['broker', 0.84],
  ['short', 0.93],
  ['brownout', 0.96],
  ['nothing', 1],
];

function simulatedBoard(random: Random, index: number, isSingle: boolean): SimulatedBoard {
  const isTri = index === 0 ? random() < 0.8 || !isSingle : random() < 0.4;
  const kind = random();
  return {
    phases: isTri ? [0, 1, 2] : [Math.floor(random() * 3)],
    isGeneral: index === 0 && random() < 0.8,
    distance: (DISTANCES[Math.floor(random() * DISTANCES.length)] as number) * SECOND_MS,
    hasBattery: random() < 0.1,
    hasBuffer: random() < 0.35,
    keepsRegisters: kind < 0.25,
    discards: kind > 0.96,
    hasServerTime: random() < 0.2,
    boot: between(random, 2, 15) * SECOND_MS,
    join: between(random, 1, 20) * SECOND_MS,
    watts: 10 ** between(random, 1.7, 3.6),
  };
}

/** Draws a site with one event. Interruptions near the limit of three minutes are left out: their class is a matter of seconds. */
export function simulatedSite(random: Random): SimulatedSite {
  const draw = random();
  const cause = CAUSES.find(([, share]) => draw < share)?.[0] ?? 'nothing';
  const minBoards = cause === 'board' ? 2 : 1;
  const count = Math.max(minBoards, 1 + Math.floor(random() * 5));
  const boards = Array.from({ length: count }, (_, index) =>
    simulatedBoard(random, index, count === 1 && cause !== 'phase'),
  );
  const length =
    cause === 'short' ? between(random, 5, 150) * SECOND_MS : MINUTE_MS * 4.2 * ((5 * 60) / 4.2) ** random();
  const from = START + MARGIN_MS + Math.floor(random() * HOUR_MS);
  return {
    truth: {
      cause,
      from,
      to: Math.floor(from + length),
      phase: PHASE_NAMES[Math.floor(random() * 3)] as PhaseName,
      board: Math.floor(random() * count),
    },
    boards,
    start: START,
    end: Math.floor(from + length + MARGIN_MS),
    isRouterBacked: random() < 0.2,
    routerBoot: between(random, 30, 120) * SECOND_MS,
    sag: random() < 0.3 ? between(random, 10, 90) : 0,
  };
}

/** Milliseconds that [a, b) shares with [from, to). */
const overlap = (a: number, b: number, from: number, to: number): number =>
  Math.max(0, Math.min(b, to) - Math.max(a, from));

/** What the event does to a board. */
interface Effects {
  /** Lost phases, and whether the board loses its own power. */
  readonly deadPhases: readonly number[];
  readonly isUnpowered: boolean;
  /** When the board has no network. */
  readonly offline: readonly [number, number];
}

function effectsOn(site: SimulatedSite, board: SimulatedBoard, index: number): Effects {
  const { cause, from, to, phase } = site.truth;
  const isOff = cause === 'mains' || cause === 'short';
  const ofNetwork = cause === 'phase' ? [PHASE_NAMES.indexOf(phase)] : [];
  const deadPhases = isOff ? [0, 1, 2] : ofNetwork;
  const isPulled = cause === 'board' && index === site.truth.board;
  const hasNoPower = !board.hasBattery && board.phases.every((one) => deadPhases.includes(one));
  const isNetworkDown = cause === 'router' || cause === 'broker';
  const isRouterOff = isOff && !site.isRouterBacked;
  const back = isNetworkDown ? to : to + site.routerBoot;
  return {
    deadPhases,
    isUnpowered: isPulled || hasNoPower,
    offline: isNetworkDown || isRouterOff ? [from, back + board.join] : [0, 0],
  };
}

/** Power and voltage that a board would measure. */
function gridAt({ truth, sag }: SimulatedSite, board: SimulatedBoard, effects: Effects, random: Random) {
  const { cause, from, to } = truth;
  const wave = between(random, 30, 180) * MINUTE_MS;
  const depth = between(random, 0, 0.35);
  const inrush = between(random, 1, 1.5);
  const low = cause === 'brownout' ? between(random, 0.6, 0.85) : 0.7;
  const lowFrom = cause === 'brownout' ? from : from - sag * SECOND_MS;
  const lowTo = cause === 'brownout' ? to : from;
  const hasLow = cause === 'brownout' || effects.deadPhases.length > 0;
  const isDead = (phase: number, at: number) => effects.deadPhases.includes(phase) && at >= from && at < to;
  const usualWatts = (at: number): number => {
    const surge = effects.deadPhases.length > 0 && at >= to && at < to + 10 * MINUTE_MS ? inrush : 1;
    return board.watts * surge * (1 + depth * Math.sin(at / wave) + 0.05 * (random() - 0.5));
  };
  return {
    usualWatts,
    watts: (phase: number, at: number): number => (isDead(phase, at) ? 0 : usualWatts(at)),
    volts: (phase: number, at: number): number => {
      if (isDead(phase, at)) return random() * 4;
      return NOMINAL * (hasLow && at >= lowFrom && at < lowTo ? low : 1) + 4 * (random() - 0.5);
    },
  };
}

interface SentRow {
  readonly at: number;
  readonly volts: readonly number[];
  readonly watts: readonly number[];
  readonly energy: readonly number[];
}

/** Rows that the server has in the end, of a board that counts from one message to the next. */
function rowsOf(site: SimulatedSite, index: number, random: Random): readonly SentRow[] {
  const board = site.boards[index] as SimulatedBoard;
  const { from, to } = site.truth;
  const effects = effectsOn(site, board, index);
  const grid = gridAt(site, board, effects, random);
  const rows: SentRow[] = [];
  /** Energy of each phase that no message has carried yet, Wh. */
  let pending = board.phases.map(() => 0);
  let hasClock = true;
  let last = site.start;
  let at = site.start + random() * board.distance;
  const count = (until: number): void => {
    const watts = grid.usualWatts((last + until) / 2);
    pending = pending.map((energy, position) => {
      const isLost = effects.deadPhases.includes(board.phases[position] as number);
      const off = isLost ? overlap(last, until, from, to) : 0;
      return energy + (watts * (until - last - off)) / HOUR_MS;
    });
    last = until;
  };
  /** The board stops, and starts again without its clock; only registers remember what it counted. */
  const restart = (): void => {
    count(from);
    if (!board.keepsRegisters) pending = pending.map(() => 0);
    last = to + board.boot;
    at = last + random() * Math.min(board.distance, 10 * SECOND_MS);
    hasClock = false;
  };
  const send = (): void => {
    const isLate = board.hasServerTime && !board.hasBuffer;
    rows.push({
      at: Math.floor(isLate ? at + random() ** 4 * 3 * SECOND_MS : at),
      volts: board.phases.map((phase) => grid.volts(phase, at)),
      watts: board.phases.map((phase) => grid.watts(phase, at)),
      energy: pending.map((energy) => Math.round(energy * 100) / 100),
    });
    pending = pending.map(() => 0);
  };
  const tick = (): void => {
    count(at);
    const isOnline = at < effects.offline[0] || at >= effects.offline[1];
    const isStored = isOnline ? random() > 0.003 : board.hasBuffer && hasClock;
    if (isStored) send();
    else if (board.discards) pending = pending.map(() => 0);
    hasClock ||= isOnline;
    at += board.distance * (1 + 0.02 * (random() - 0.5));
  };
  while (at < site.end) {
    if (effects.isUnpowered && at >= from && last < from) restart();
    else tick();
  }
  return rows.toSorted((one, other) => one.at - other.at);
}

/** Frames of a board that the server has in the end. */
function traceOf(site: SimulatedSite, index: number, random: Random): SupplyTrace {
  const rows = rowsOf(site, index, random);
  const { phases } = site.boards[index] as SimulatedBoard;
  const columns = (valuesOf: (row: SentRow) => readonly number[]): PhaseColumns =>
    [0, 1, 2].map((phase) => {
      const position = phases.indexOf(phase);
      return position < 0 ? undefined : Float64Array.from(rows, (row) => valuesOf(row)[position] as number);
    }) as unknown as PhaseColumns;
  return {
    at: Float64Array.from(rows, (row) => row.at),
    volts: columns((row) => row.volts),
    watts: columns((row) => row.watts),
    energy: columns((row) => row.energy),
  };
}

const cut = (trace: SupplyTrace, from: number, to: number): SupplyTrace => {
  const first = trace.at.findIndex((at) => at >= from);
  const end = trace.at.findLastIndex((at) => at < to) + 1;
  const part = (columns: PhaseColumns) =>
    columns.map((column) => column?.subarray(Math.max(0, first), end)) as unknown as PhaseColumns;
  return {
    at: trace.at.subarray(Math.max(0, first), end),
    volts: part(trace.volts),
    watts: part(trace.watts),
    energy: part(trace.energy),
  };
};

/** Frames by quarter-hour, and mean voltages by hour, as the server stores them. */
function overviewOf({ at, volts }: SupplyTrace) {
  const counts = new Map<number, number>();
  const hours = new Map<number, number[][]>();
  for (const [frame, time] of at.entries()) {
    const quarter = Math.floor(time / QUARTER_MS) * QUARTER_MS;
    counts.set(quarter, (counts.get(quarter) ?? 0) + 1);
    const hour = Math.floor(time / HOUR_MS) * HOUR_MS;
    const values = hours.get(hour) ?? [[], [], []];
    for (const [phase, column] of volts.entries()) values[phase]?.push(column?.[frame] ?? Number.NaN);
    hours.set(hour, values);
  }
  const mean = (values: number[] = []) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    counts: [...counts].map(([start, frames]) => ({ start, frames })),
    hours: [...hours].map(([start, [a, b, c]]) => ({ start, volts: [mean(a), mean(b), mean(c)] as const })),
  };
}

/** Detects the outages of a simulated site from what its boards sent, as the server does. */
export function detectedOutages(site: SimulatedSite, random: Random): readonly Outage[] {
  const span = { from: instant(site.start), to: instant(site.end) };
  const meters = site.boards.flatMap((board, id) => {
    const trace = traceOf(site, id, random);
    const found = inspectedMeter({
      span,
      ...overviewOf(trace),
      nominal: NOMINAL,
      keepsRegisters: board.keepsRegisters,
    });
    if (found === null) return [];
    const absences = found.spans.flatMap(({ from, to }) =>
      meterAbsences(cut(trace, from, to), found.meter, to),
    );
    const phases = found.meter.isConnected.filter(Boolean).length;
    const { distance } = found.meter;
    return [{ id, isGeneral: board.isGeneral, phases, distance, read: [span], absences }];
  });
  return siteOutages(meters, () => site.truth.cause === 'broker');
}
