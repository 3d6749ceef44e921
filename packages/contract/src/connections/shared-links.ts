import { SEVERITIES } from '@nascente/domain/alerts/notices';
import { boardModels, boardTypes } from '@nascente/domain/sites/boards/board-traits';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, civilDate, instant, mac, ok } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { longestOne, oneLine } from '../base/text-with-lines.ts';
import { forecast, monthSoFar } from '../energy/consumption.ts';
import { answeredCurve, curveQuantity } from '../energy/curves.ts';
import { billedUtility } from '../money/bills.ts';
import { energyFlow } from '../money/energy-flow.ts';
import { tariffTypes } from '../sites/tariffs.ts';

/** The view of a link: an establishment on a wall, its cycle by day, its energy flow, the report of a cycle, or curves. */
export const LINK_KINDS = ['tv', 'cycle', 'flow', 'report', 'curve'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/** More curves cannot be distinguished. */
export const MAX_SHARED_CURVES = 8;

/** A link is good for no longer than this, but one for a wall, which may have no last day. */
export const MAX_LINK_DAYS = 366;

const sharedLink = z.object({
  id: z.string(),
  kind: z.enum(LINK_KINDS),
  name: z.string(),
  prefix: described('First characters of the key, by which it is told from others.', z.string()),
  establishment: z.object({ _id: z.string(), name: z.string() }),
  type: z.enum(tariffTypes),
  start: described('First day shown; null: of the current cycle.', z.nullable(z.string())),
  end: described('Last day shown; null: until now.', z.nullable(z.string())),
  createdAt: answeredInstant,
  expiresOn: described(
    'The last day on which it is good; null: until it is revoked.',
    z.nullable(z.string()),
  ),
  isOver: described('Whether its last day has passed.', z.boolean()),
  openings: described('How often it was opened, once a minute at most.', z.int()),
  lastOpened: described('Null while nobody has.', z.nullable(answeredInstant)),
});
export type SharedLink = z.output<typeof sharedLink>;

/** Curves of meters of one establishment over a stretch of time. */
const sharedChart = z.strictObject({
  series: described(
    'The curves, in the order in which they are named.',
    z
      .array(z.strictObject({ mac, quantity: curveQuantity }))
      .check(
        z.minLength(1, 'Escolha ao menos uma série.'),
        z.maxLength(MAX_SHARED_CURVES, `Escolha no máximo ${MAX_SHARED_CURVES} séries.`),
      ),
  ),
  start: instant,
  end: described('The first instant that is not shown any more.', instant),
  isApart: described('Each unit has a field of its own.', z._default(z.boolean(), false)),
});

export const listSharedLinks = defineCall({
  name: 'listSharedLinks',
  method: 'GET',
  effect: 'reads',
  path: '/user/links',
  access: 'session',
  permission: 'share-figures',
  summary: 'The links that the caller has made, newest first, with how often each was opened.',
  success: 200,
  answer: z.object({ ok, links: described('The newest first.', z.array(sharedLink)) }),
});

export const createSharedLink = defineCall({
  name: 'createSharedLink',
  method: 'POST',
  effect: 'changes',
  path: '/user/links',
  access: 'session',
  permission: 'share-figures',
  needsRecentProof: 'no-key',
  summary:
    'A link by which somebody without an account sees one chart, one report or a wall screen of an establishment, live, and nothing else. It shows what its maker sees at that moment, and ends with its last day, when it is revoked, or when its maker sees it no longer.',
  body: z.strictObject({
    kind: z.enum(LINK_KINDS, 'Escolha o que o link mostra.'),
    name: z
      .string()
      .check(z.trim(), z.minLength(1, 'Dê um nome para reconhecer depois.'), longestOne(60), oneLine),
    establishmentId: z.string().check(z.minLength(1, 'Escolha um local.')),
    type: billedUtility,
    start: described(
      'With `end`, the days of a flow; alone, a day of the cycle of a report.',
      z.optional(civilDate),
    ),
    end: z.optional(civilDate),
    chart: described('What a `curve` shows, and no other kind.', z.optional(sharedChart)),
    expiresOn: described(
      'The last day on which it is good, within a year; null of a wall screen only.',
      z.nullable(civilDate),
    ),
  }),
  fails: ['not-found', 'conflict'],
  success: 201,
  answer: z.object({
    ok,
    key: described('The key, which nobody can read again: `/tv/{key}` or `/shared/{key}`.', z.string()),
    link: sharedLink,
  }),
});

export const revokeSharedLink = defineCall({
  name: 'revokeSharedLink',
  method: 'DELETE',
  effect: 'changes',
  path: '/user/links/:id',
  access: 'session',
  permission: 'share-figures',
  summary: 'Revokes a link; whoever has it sees nothing any more.',
  params: z.object({ id: z.string() }),
  success: 200,
  answer: z.object({ ok }),
});

const amount = { total: z.number(), cost: z.nullable(z.number()) };

const shares = { completeness: z.number(), estimated: z.optional(z.number()) };

const cycleInTotal = z.object({
  start: z.string(),
  end: z.string(),
  ...amount,
  ...shares,
  forecast: z.pick(forecast, {
    total: true,
    cost: true,
    low: true,
    high: true,
    method: true,
    pastError: true,
    byDailyAverage: true,
    assumedFlag: true,
  }),
});

/** As `readEstablishmentCycle` returns it. */
const cycleShown = z.extend(
  z.pick(monthSoFar, {
    start: true,
    end: true,
    total: true,
    cost: true,
    completeness: true,
    estimated: true,
    basis: true,
    dailyAverage: true,
    dailyAverageCost: true,
    energyCost: true,
    fixedCost: true,
    prices: true,
    restOfToday: true,
    days: true,
  }),
  { forecast: cycleInTotal.shape.forecast },
);
export type CycleShown = z.output<typeof cycleShown>;

const quarters = z.array(z.nullable(z.number()));

const wallShown = z.object({
  now: described(
    'W through the general meter, else through all meters; L/min of water. Null while none was heard.',
    z.nullable(z.number()),
  ),
  heardAt: described('The oldest of the frames of `now`.', z.nullable(answeredInstant)),
  today: described(
    'kWh (m³) of each quarter-hour since midnight; null where nothing was measured.',
    quarters,
  ),
  yesterday: described('The same of the day before.', quarters),
  todayTotal: described('kWh (m³) since midnight.', z.number()),
  todayShares: described(
    'Which shares of today so far were measured and estimated; null where nothing measured the cycle.',
    z.nullable(z.object(shares)),
  ),
  cycle: described('The billing cycle so far; null where nothing measured it.', z.nullable(cycleInTotal)),
  alerts: described(
    'What lasts, the newest first, at most five.',
    z.array(
      z.object({
        title: described('In Portuguese.', z.string()),
        severity: z.enum(SEVERITIES),
        beganAt: described('When it began by what was measured.', answeredInstant),
      }),
    ),
  ),
});
export type WallShown = z.output<typeof wallShown>;

const curvesShown = z.object({
  start: answeredInstant,
  end: answeredInstant,
  isApart: described('Each unit has a field of its own.', z.boolean()),
  meters: described(
    'Whose curves they are.',
    z.array(z.object({ name: z.string(), type: z.enum(boardTypes), model: z.enum(boardModels) })),
  ),
  series: described(
    'The curves, in the order in which they were named.',
    z.array(
      z.object({
        meter: described('Its index in `meters`.', z.int()),
        quantity: curveQuantity,
        curve: answeredCurve,
      }),
    ),
  ),
});
export type CurvesShown = z.output<typeof curvesShown>;

const linkKey = described('The key of the link.', z.string().check(z.maxLength(100)));

/** The view behind a link. */
const shown = z.object({
  kind: z.enum(LINK_KINDS),
  name: z.string(),
  establishmentName: z.string(),
  type: z.enum(tariffTypes),
  zone: described('IANA zone of the establishment.', z.string()),
  shownAt: described('When these figures were read.', answeredInstant),
  expiresOn: described(
    'The last day on which the link is good; null: until it is revoked.',
    z.nullable(z.string()),
  ),
  cycle: described('Of a link to a cycle; null where nothing measured it.', z.nullable(cycleShown)),
  flow: described('Of a link to where it goes, without ids and MACs.', z.nullable(energyFlow)),
  wall: described('Of a wall screen.', z.nullable(wallShown)),
  report: described(
    'The days that the report of a link tells so far.',
    z.nullable(z.object({ start: z.string(), end: z.string() })),
  ),
  curves: described('Of a link to curves, without MACs.', z.nullable(curvesShown)),
});
export type Shown = z.output<typeof shown>;

export const readSharedLink = defineCall({
  name: 'readSharedLink',
  method: 'GET',
  effect: 'reads',
  path: '/shared/:key',
  // By the key in its address: it needs no account.
  access: 'anyone',
  summary:
    'What a link shows, as its maker sees it now. The same 404 for a key that never was, is revoked or over, or whose maker sees it no longer.',
  params: z.object({ key: linkKey }),
  fails: ['too-many'],
  success: 200,
  answer: z.object({
    ok,
    shown: described('What the link shows; of the parts that are not its own, null.', shown),
  }),
});

export const readSharedReport = defineCall({
  name: 'readSharedReport',
  method: 'GET',
  effect: 'reads',
  path: '/shared/:key/report',
  access: 'anyone',
  summary: 'The report of a link as PDF, made while its reader waits. 404 as `readSharedLink`.',
  params: z.object({ key: linkKey }),
  fails: ['too-many'],
  download: ['application/pdf'],
  success: 200,
  answer: z.string(),
});
