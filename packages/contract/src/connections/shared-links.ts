import { SEVERITIES } from '@nascente/domain/alerts/notices';
import { boardModels, boardTypes } from '@nascente/domain/sites/boards/board-traits';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, civilDate, instant, mac } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { maxLength, oneLine } from '../base/text-with-lines.ts';
import { forecast, monthSoFar } from '../energy/consumption.ts';
import { answeredCurve, curveQuantity } from '../energy/curves.ts';
import { billedUtility } from '../money/bills.ts';
import { energyFlow } from '../money/energy-flow.ts';
import { tariffTypes } from '../sites/tariffs.ts';

/** The view of a link: an establishment on a wall, its cycle by day, its energy flow, the report of a cycle, or curves. */
export const LINK_KINDS = ['tv', 'cycle', 'flow', 'report', 'curve'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/** A chart with more curves is not readable. */
export const MAX_SHARED_CURVES = 8;

/** A link is valid for at most this many days, except one for a wall screen, which may have no last day. */
export const MAX_LINK_DAYS = 366;

const sharedLink = z.object({
  id: z.string(),
  kind: z.enum(LINK_KINDS),
  name: z.string(),
  prefix: described('First characters of the key, for recognition.', z.string()),
  establishment: z.object({ _id: z.string(), name: z.string() }),
  type: z.enum(tariffTypes),
  start: described('First day; `null`: the current cycle.', z.nullable(z.string())),
  end: described('Last day; `null`: until now.', z.nullable(z.string())),
  createdAt: answeredInstant,
  expiresOn: described('Last valid day; `null`: until it is revoked.', z.nullable(z.string())),
  isOver: described('Whether the last valid day has passed.', z.boolean()),
  openings: described('Number of visits, at most one a minute.', z.int()),
  lastOpened: described('`null` if never opened.', z.nullable(answeredInstant)),
});
export type SharedLink = z.output<typeof sharedLink>;

/** Curves of meters of one establishment over an interval. */
const sharedChart = z.strictObject({
  series: described(
    'Curves in the requested order.',
    z
      .array(z.strictObject({ mac, quantity: curveQuantity }))
      .check(
        z.minLength(1, 'Escolha ao menos uma série.'),
        z.maxLength(MAX_SHARED_CURVES, `Escolha no máximo ${MAX_SHARED_CURVES} séries.`),
      ),
  ),
  start: instant,
  end: described('End, exclusive.', instant),
  isApart: described('Each unit has its own field.', z._default(z.boolean(), false)),
});

export const listSharedLinks = defineCall({
  name: 'listSharedLinks',
  route: 'GET /user/links',
  permission: 'share-figures',
  summary: 'Links of the caller, newest first, with their number of visits.',
  answer: { links: described('Newest first.', z.array(sharedLink)) },
});

export const createSharedLink = defineCall({
  name: 'createSharedLink',
  route: 'POST /user/links',
  permission: 'share-figures',
  needsRecentProof: 'no-key',
  summary:
    'Creates a link that shows one chart, one report or a wall screen of an establishment to a reader without an account. It shows the data that its creator may see at that time. It ends on its last day, when it is revoked, or when its creator loses access.',
  body: z.strictObject({
    kind: z.enum(LINK_KINDS, 'Escolha o que o link mostra.'),
    name: z
      .string()
      .check(z.trim(), z.minLength(1, 'Dê um nome para reconhecer depois.'), maxLength(60), oneLine),
    establishmentId: z.string().check(z.minLength(1, 'Escolha um estabelecimento.')),
    type: billedUtility,
    start: described(
      'With `end`, the days of an energy flow; alone, a day of the cycle of a report.',
      z.optional(civilDate),
    ),
    end: z.optional(civilDate),
    chart: described('Only for the kind `curve`.', z.optional(sharedChart)),
    expiresOn: described(
      'Last valid day, at most one year ahead; `null` for a wall screen only.',
      z.nullable(civilDate),
    ),
  }),
  fails: ['not-found', 'conflict'],
  success: 201,
  answer: {
    key: described('The key; it cannot be read again: `/tv/{key}` or `/shared/{key}`.', z.string()),
    link: sharedLink,
  },
});

export const revokeSharedLink = defineCall({
  name: 'revokeSharedLink',
  route: 'DELETE /user/links/:id',
  permission: 'share-figures',
  summary: 'Revokes a link at once.',
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

/** The cycle as `readEstablishmentCycle` returns it, with fewer fields. */
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
    'W of the general meter, otherwise of all meters; L/min of water. `null` without a frame.',
    z.nullable(z.number()),
  ),
  receivedAt: described('Oldest of the frames in `now`.', z.nullable(answeredInstant)),
  today: described('kWh (m³) of each quarter-hour since midnight; `null` without data.', quarters),
  yesterday: described('The same for the day before.', quarters),
  todayTotal: described('kWh (m³) since midnight.', z.number()),
  todayShares: described(
    'Measured and estimated shares of today; `null` without a meter in the cycle.',
    z.nullable(z.object(shares)),
  ),
  cycle: described('Billing cycle so far; `null` without a meter in the cycle.', z.nullable(cycleInTotal)),
  alerts: described(
    'Open alerts, newest first, at most five.',
    z.array(
      z.object({
        title: described('In Portuguese.', z.string()),
        severity: z.enum(SEVERITIES),
        beganAt: described('Start by measurements.', answeredInstant),
      }),
    ),
  ),
});
export type WallShown = z.output<typeof wallShown>;

const curvesShown = z.object({
  start: answeredInstant,
  end: answeredInstant,
  isApart: described('Each unit has its own field.', z.boolean()),
  meters: described(
    'Meters of the curves.',
    z.array(z.object({ name: z.string(), type: z.enum(boardTypes), model: z.enum(boardModels) })),
  ),
  series: described(
    'Curves in the requested order.',
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

const linkKey = described('Key of the link.', z.string().check(z.maxLength(100)));

/** The view behind a link. */
const shown = z.object({
  kind: z.enum(LINK_KINDS),
  name: z.string(),
  establishmentName: z.string(),
  type: z.enum(tariffTypes),
  zone: described('IANA zone of the establishment.', z.string()),
  shownAt: described('Time when these figures were computed.', answeredInstant),
  expiresOn: described('Last valid day of the link; `null`: until it is revoked.', z.nullable(z.string())),
  cycle: described('Only for a cycle; `null` without a meter in the cycle.', z.nullable(cycleShown)),
  flow: described('Only for an energy flow, without ids and MACs.', z.nullable(energyFlow)),
  wall: described('Only for a wall screen.', z.nullable(wallShown)),
  report: described(
    'Days of the report so far.',
    z.nullable(z.object({ start: z.string(), end: z.string() })),
  ),
  curves: described('Only for curves, without MACs.', z.nullable(curvesShown)),
});
export type Shown = z.output<typeof shown>;

export const readSharedLink = defineCall({
  name: 'readSharedLink',
  route: 'GET /shared/:key',
  // The key in the path authorises the call; the reader needs no account.
  access: 'anyone',
  summary:
    'Content of a link with the current permissions of its creator. The same 404 for a key that is unknown, revoked or expired, or whose creator has lost access.',
  params: z.object({ key: linkKey }),
  fails: ['too-many'],
  answer: { shown: described('Content of the link; `null` for parts that it does not include.', shown) },
});

export const readSharedReport = defineCall({
  name: 'readSharedReport',
  route: 'GET /shared/:key/report',
  access: 'anyone',
  summary: 'Report of a link as PDF, created on request. 404 as for `readSharedLink`.',
  params: z.object({ key: linkKey }),
  fails: ['too-many'],
  download: ['application/pdf'],
  answer: z.string(),
});
