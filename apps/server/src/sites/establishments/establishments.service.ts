import type { BodyOf } from '@nascente/contract/base/call';
import { isId } from '@nascente/contract/base/conventions';
import type { Establishment as Answer, createLocation } from '@nascente/contract/sites/establishments';
import type { Instant } from '@nascente/domain/base/time/zone';
import { may } from '@nascente/domain/people/permissions';
import type { AuditTrail } from '../../people/audit/index.ts';
import { createAskTogether, createPerRequestCache } from '../../platform/database/one-reading.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import { type Meter, type MeterDirectory, type Viewer, viewerOf } from '../meters/index.ts';
import type { Establishment } from './establishment.ts';
import { forMetersOnly, panelOf, toAnswer } from './establishment-answer.ts';
import { type By, createEstablishmentRecorder } from './establishment-audit-events.ts';
import type { EstablishmentsRepository } from './establishments.repository.ts';
import { seedLocationIfMissing } from './seed-location.ts';

export const ESTABLISHMENT_NOT_FOUND = 'Estabelecimento não encontrado.';
const alphabet = new Intl.Collator('pt-BR');
/** The name on every screen. */
const shownName = ({ fantasyName, name }: { fantasyName: string | null; name: string }): string =>
  fantasyName || name;

export type EstablishmentsService = ReturnType<typeof createEstablishmentsService>;
export const createEstablishmentsService = (needs: {
  db: Connection;
  establishments: EstablishmentsRepository;
  directory: MeterDirectory;
  audit: AuditTrail;
  /** With `{establishment}` where its id belongs. */
  refrigerationPanelUrl: string | null;
  clock: () => Instant;
  mostEstablishments: number;
}) => {
  const { db, establishments, directory, audit, refrigerationPanelUrl, clock, mostEstablishments } = needs;
  const notify = createEstablishmentRecorder(audit);
  const perRequest = createPerRequestCache<Establishment | null>();
  const findTogether = createAskTogether<{ viewer: Viewer; id: string }, Establishment | null>(
    async (all) => {
      const found = await Promise.all(
        [...Map.groupBy(all, ({ viewer }) => viewer.accountId)].map(async ([accountId, ofViewer]) => {
          const ids = ofViewer.map(({ id }) => id);
          const visible = await establishments.find((ofViewer[0] as (typeof all)[number]).viewer, ids);
          return visible.map((one) => [`${accountId} ${one.id}`, one] as const);
        }),
      );
      const visible = new Map(found.flat());
      return all.map(({ viewer, id }) => visible.get(`${viewer.accountId} ${id.toLowerCase()}`) ?? null);
    },
  );
  const asSeenBy = (caller: Caller, establishment: Establishment): Establishment =>
    may(caller.profile, 'edit-establishment') ? establishment : forMetersOnly(establishment);

  const answerOf = (caller: Caller, establishment: Establishment, meters: readonly Meter[]): Answer =>
    toAnswer(asSeenBy(caller, establishment), meters, panelOf(establishment, refrigerationPanelUrl));

  const findComplete = async (caller: Caller, id: string): Promise<Establishment> => {
    requirePermission(caller, 'see-establishments');
    const viewer = viewerOf(caller);
    const find = async () => (await findTogether([{ viewer, id }]))[0] ?? null;
    const establishment = isId(id) ? await perRequest(`${viewer.accountId} ${id}`, find) : null;
    if (establishment === null) throw new NotFound(ESTABLISHMENT_NOT_FOUND);
    return establishment;
  };
  const findVisible = async (caller: Caller, id: string): Promise<Establishment> =>
    asSeenBy(caller, await findComplete(caller, id));

  return {
    /** Throws the same NotFound for an absent establishment and for another customer's. */
    findVisible,
    /** As `findVisible`, with those of its meters that the caller sees. */
    async read(caller: Caller, id: string): Promise<Answer> {
      const establishment = await findComplete(caller, id);
      return answerOf(caller, establishment, await directory.visibleAt(caller, establishment.id));
    },
    /** With those of their meters that the caller sees, by name descending. */
    async list(caller: Caller): Promise<Answer[]> {
      requirePermission(caller, 'see-establishments');
      const [visible, meters] = await Promise.all([
        establishments.list(viewerOf(caller)),
        directory.visibleMeters(caller),
      ]);
      const metersOf = Map.groupBy(meters, ({ establishmentId }) => establishmentId);
      return visible
        .toSorted((a, b) => alphabet.compare(shownName(b), shownName(a)) || a.id.localeCompare(b.id))
        .map((establishment) => answerOf(caller, establishment, metersOf.get(establishment.id) ?? []));
    },
    async createLocation(by: By, input: BodyOf<typeof createLocation>) {
      requirePermission(by.caller, 'create-establishment');
      const { code, location } = await db
        .transaction()
        .execute((within) =>
          seedLocationIfMissing({ within, tell: notify, mostEstablishments }, by, input, clock()),
        );
      return { code, ...location };
    },
  };
};
