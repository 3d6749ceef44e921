import type { BodyOf } from '@nascente/contract/base/call';
import { isId } from '@nascente/contract/base/conventions';
import {
  type createSharedLink,
  MAX_LINK_DAYS,
  type SharedLink,
} from '@nascente/contract/connections/shared-links';
import { FLOW_DAYS } from '@nascente/contract/money/energy-flow';
import { type CivilDate, civilDateAt, daysBetween } from '@nascente/domain/base/time/civil-day';
import { DEFAULT_ZONE, type Instant, instant, MINUTE_MS, parseZone } from '@nascente/domain/base/time/zone';
import { may } from '@nascente/domain/people/permissions';
import type { AuditTrail } from '../../people/audit/index.ts';
import { markedKeys } from '../../people/session/index.ts';
import { LimitReached, NotFound, refuseField } from '../../platform/errors.ts';
import type { Actor, Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { MissedLinks } from '../../platform/limits/missed-links.ts';
import type { Quota } from '../../platform/limits/quota.ts';
import type { EstablishmentsService } from '../../sites/establishments/index.ts';
import type { MeterDirectory } from '../../sites/meters/index.ts';
import { checkPeriod } from '../../telemetry/readings/index.ts';
import type { createStoredChart } from './shared-curves.ts';
import type { FollowedLink, SharedLinksRepository, StoredLink } from './shared-links.repository.ts';

/** Keys of links that show a view to people without an account. */
const linkKeys = markedKeys('nsl_');

const MAXIMUM = 30;
const ABSENT = 'Link não encontrado.';
/** Equal for every reason, so that a key reveals nothing. */
export const GONE = 'Este link não vale mais.';
const NO_LAST_DAY = 'Escolha até que dia o link vale.';
const WRONG_LAST_DAY = 'O link pode valer de hoje até daqui a um ano.';
const NO_CHART = 'Para compartilhar curvas, abra a tela Curvas.';
const NOT_STARTED = 'Este período ainda não começou.';
const NO_METER = {
  eletric: 'Este estabelecimento não tem medidor de energia.',
  water: 'Este estabelecimento não tem medidor de água.',
} as const;

const todayAt = ({ zone }: { readonly zone: string }, now: Instant): CivilDate =>
  civilDateAt(now, parseZone(zone) ?? DEFAULT_ZONE);

const isOver = (link: StoredLink, now: Instant): boolean =>
  link.expiresOn !== null && link.expiresOn < todayAt(link, now);

const toLink = (stored: StoredLink, now: Instant): SharedLink => {
  const { id, kind, name, prefix, establishmentId, establishmentName, type, start, end, expiresOn } = stored;
  return {
    id,
    kind,
    name,
    prefix,
    establishment: { _id: establishmentId, name: establishmentName },
    type,
    start,
    end,
    createdAt: stored.createdAt.toISOString(),
    expiresOn,
    isOver: isOver(stored, now),
    openings: stored.openings,
    lastOpened: stored.lastOpenedAt?.toISOString() ?? null,
  };
};

/** A view that cannot be shown is refused now, not when the link is opened. */
const checkDays = (
  { kind, start, end }: Pick<BodyOf<typeof createSharedLink>, 'kind' | 'start' | 'end'>,
  today: CivilDate,
): void => {
  if (start !== undefined && end !== undefined) checkPeriod(start, end, 'end');
  if (start !== undefined && start > today) refuseField('start', NOT_STARTED);
  if (kind !== 'flow') return;
  if (start === undefined && end !== undefined) refuseField('start', FLOW_DAYS.start);
  if (start !== undefined && end === undefined) refuseField('end', FLOW_DAYS.end);
};

const checkWanted = (
  { kind, start, end, chart, expiresOn }: BodyOf<typeof createSharedLink>,
  today: CivilDate,
): void => {
  if ((chart === undefined) === (kind === 'curve')) refuseField('chart', NO_CHART);
  checkDays({ kind, start, end }, today);
  if (expiresOn === null) {
    if (kind !== 'tv') refuseField('expiresOn', NO_LAST_DAY);
    return;
  }
  const days = daysBetween(today, expiresOn);
  if (days < 0 || days > MAX_LINK_DAYS) refuseField('expiresOn', WRONG_LAST_DAY);
};

/** The days of the curves, for the text beside the link. */
const daysOfChart = ({ start, end }: { readonly start: number; readonly end: number }, zone: string) => {
  const dayOf = (at: number) => civilDateAt(instant(at), parseZone(zone) ?? DEFAULT_ZONE);
  return { start: dayOf(start), end: dayOf(end - 1) };
};

export const createSharedLinksService = (needs: {
  links: SharedLinksRepository;
  establishments: Pick<EstablishmentsService, 'findVisible'>;
  directory: Pick<MeterDirectory, 'visibleAt'>;
  storedChart: ReturnType<typeof createStoredChart>;
  audit: AuditTrail;
  /** Limits how often one link is opened. */
  followed: Quota;
  missed: MissedLinks;
  clock: () => Instant;
}) => {
  const { links, establishments, directory, storedChart, audit, followed, missed, clock } = needs;

  /** Throws InvalidInput without a meter of the type. Past days may show a removed meter; curves name their meters. */
  const checkMeter = async (
    caller: Caller,
    { kind, establishmentId, type, start }: BodyOf<typeof createSharedLink>,
  ): Promise<void> => {
    if (kind === 'curve' || start !== undefined) return;
    const meters = await directory.visibleAt(caller, establishmentId);
    if (!meters.some((meter) => (meter.kind === 'water') === (type === 'water')))
      refuseField('type', NO_METER[type]);
  };
  const find = async (key: string): Promise<FollowedLink | null> => {
    const keyHash = linkKeys.hash(key);
    const link = keyHash === null ? null : await links.find(keyHash, clock());
    return link === null || isOver(link, clock()) || !may(link.maker.profile, 'share-figures') ? null : link;
  };

  return {
    async list(caller: Caller): Promise<SharedLink[]> {
      requirePermission(caller, 'share-figures');
      return (await links.list(caller.accountId)).map((stored) => toLink(stored, clock()));
    },
    /** @returns the key, which is shown only once. Throws NotFound for an establishment that the caller does not see. */
    async create(
      caller: Actor,
      wanted: BodyOf<typeof createSharedLink>,
    ): Promise<{ key: string; link: SharedLink }> {
      requirePermission(caller, 'share-figures');
      const { kind, name, establishmentId, type, start = null, end = null, expiresOn } = wanted;
      if (!isId(establishmentId)) throw new NotFound('Estabelecimento não encontrado.');
      const { zone } = await establishments.findVisible(caller, establishmentId);
      checkWanted(wanted, todayAt({ zone }, clock()));
      await checkMeter(caller, wanted);
      const chart =
        wanted.chart === undefined ? null : await storedChart(caller, establishmentId, wanted.chart);
      const days = wanted.chart === undefined ? { start, end } : daysOfChart(wanted.chart, zone);
      const { text: key, keyHash, prefix } = linkKeys.make();
      const { accountId } = caller;
      const link = {
        accountId,
        kind,
        name,
        establishmentId,
        type,
        ...days,
        chart,
        expiresOn,
        keyHash,
        prefix,
        at: clock(),
      };
      const stored = await links.insert(link, MAXIMUM, (within) =>
        audit.record(
          {
            action: 'link-created',
            by: caller,
            subjectId: accountId,
            detail: { kind, name, establishmentId },
          },
          within,
        ),
      );
      if (stored === null)
        throw new LimitReached(`Você já tem ${MAXIMUM} links. Revogue um que não usa mais.`);
      return { key, link: toLink(stored, clock()) };
    },
    async revoke(caller: Actor, id: string): Promise<void> {
      requirePermission(caller, 'share-figures');
      const { accountId } = caller;
      const removed = isId(id)
        ? await links.remove(id, accountId, ({ kind, name }, within) =>
            audit.record(
              { action: 'link-revoked', by: caller, subjectId: accountId, detail: { kind, name } },
              within,
            ),
          )
        : null;
      if (removed === null) throw new NotFound(ABSENT);
    },
    /** The link of a key, opened from `address`. Throws the same NotFound for every fault, or LimitReached. */
    async follow(key: string, address: string): Promise<FollowedLink> {
      const link = await find(key);
      if (link === null) {
        await missed.count(address);
        throw new NotFound(GONE);
      }
      await followed.use(link.id);
      return link;
    },
    /** Throws NotFound if the link has expired, or if its creator may not see the establishment any more. */
    async confirm(key: string): Promise<void> {
      const link = await find(key);
      if (link === null) throw new NotFound(GONE);
      await establishments.findVisible(link.maker, link.establishmentId);
    },
  };
};

/** Limit of openings of one link. */
export const FOLLOWED = { max: 60, windowMs: MINUTE_MS } as const;
