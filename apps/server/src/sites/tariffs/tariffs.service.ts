import { isId } from '@nascente/contract/base/conventions';
import { readTariffRules } from '@nascente/contract/sites/tariff-rules';
import type { VersionUse } from '@nascente/contract/sites/tariff-versions';
import type { Tariff, TariffDetail } from '@nascente/contract/sites/tariffs';
import { addDays, type CivilDate, civilDate, civilDateAt } from '@nascente/domain/base/time/civil-day';
import { DEFAULT_ZONE, type Instant } from '@nascente/domain/base/time/zone';
import { formatDay } from '@nascente/domain/base/units/format';
import { priceToNumber } from '@nascente/domain/base/units/price';
import { may } from '@nascente/domain/people/permissions';
import type { TariffVersion } from '@nascente/domain/sites/tariffs/simple-tariff';
import type { RulesVersion } from '@nascente/domain/sites/tariffs/tariff-rules';
import type { AuditTrail, NewAuditEvent } from '../../people/audit/index.ts';
import type { ChangeLog } from '../../platform/database/change-log.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { createWhileUnchanged } from '../../platform/database/while-unchanged.ts';
import { Conflict, invalidField, NotAllowed, NotFound } from '../../platform/errors.ts';
import type { Actor, Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import { allPricesText, pricesText } from './price-text.ts';
import { createTariffWrites, createVersionUses } from './tariff-writes.repository.ts';
import { type PriceInput, rulesOf, titleOf } from './tariff-writing.service.ts';
import type { StoredTariff, TariffsRepository, TariffTerms } from './tariffs.repository.ts';

interface Which {
  readonly id: string;
  readonly validFrom: CivilDate;
}

interface Found {
  readonly tariff: TariffDetail;
  readonly version: TariffDetail['versions'][number];
  /** The day before the next version; `null`: there is none. */
  readonly end: string | null;
}

const ABSENT = 'Tarifa não encontrada.';
const NO_VERSION = 'Não há preços a partir deste dia.';
const ONLY_ONE = 'São os únicos preços desta tarifa: corrija-os em vez de excluí-los.';
const OTHER_MODALITY = 'A modalidade de uma tarifa não muda: para outra, crie uma nova tarifa.';

const find = async (db: Connection, { id, validFrom }: Which): Promise<Found> => {
  const tariff = isId(id) ? await createTariffWrites(db).find(id) : null;
  if (tariff === null) throw new NotFound(ABSENT);
  const index = tariff.versions.findIndex((one) => one.validFrom === validFrom);
  const version = tariff.versions[index];
  if (version === undefined) throw new NotFound(NO_VERSION);
  const next = tariff.versions[index + 1];
  const end = next === undefined ? null : addDays(civilDate(next.validFrom), -1);
  return { tariff, version, end };
};

const staysBecause = ({ tariff }: Found, closed: number): string | null => {
  if (tariff.versions.length === 1) return ONLY_ONE;
  if (closed === 0) return null;
  return closed === 1
    ? 'Há uma fatura fechada feita com estes preços.'
    : `Há ${closed} faturas fechadas feitas com estes preços.`;
};

export const createTariffVersions = (needs: { db: Connection; audit: AuditTrail }) => {
  const { db, audit } = needs;

  /** Runs a change of a version and its audit event in one transaction. */
  const change = async (
    caller: Actor,
    which: Which,
    work: (within: Connection, found: Found) => Promise<Pick<NewAuditEvent, 'action' | 'detail'>>,
  ): Promise<TariffDetail> => {
    return db.transaction().execute(async (within) => {
      const writes = createTariffWrites(within);
      if (isId(which.id)) await writes.hold(which.id);
      const found = await find(within, which);
      const { action, detail } = await work(within, found);
      const detailOfEvent = {
        tariff: titleOf(found.tariff),
        since: formatDay(which.validFrom),
        ...detail,
      };
      await audit.record({ action, by: caller, subjectId: null, detail: detailOfEvent }, within);
      return (await writes.find(which.id)) ?? found.tariff;
    });
  };

  return {
    async use(caller: Caller, id: string, validFrom: CivilDate): Promise<VersionUse> {
      requirePermission(caller, 'edit-tariffs');
      const found = await find(db, { id, validFrom });
      const uses = await createVersionUses(db).of(id, validFrom);
      return { start: validFrom, end: found.end, ...uses, staysBecause: staysBecause(found, uses.closed) };
    },
    /** Corrects a version. Open bills change, frozen bills stay. Throws NotFound, InvalidInput. */
    correct(caller: Actor, which: Which, input: PriceInput): Promise<TariffDetail> {
      requirePermission(caller, 'edit-tariffs');
      const rules = rulesOf(input);
      return change(caller, which, async (within, { tariff, version }) => {
        if (rules.modality !== tariff.modality) throw invalidField('rules', OTHER_MODALITY);
        const { validFrom } = which;
        await createTariffWrites(within).replaceVersion(tariff._id, {
          validFrom,
          source: input.source,
          rules,
        });
        const { closed } = await createVersionUses(within).of(tariff._id, validFrom);
        const [before, prices] = [readTariffRules(version.rules), rules].map(allPricesText);
        const detail = before === prices ? {} : { pricesBefore: String(before) };
        return {
          action: 'tariff-corrected',
          detail: {
            prices: String(prices),
            ...detail,
            closed: String(closed),
            edited: `${which.id} ${validFrom}`,
          },
        };
      });
    },
    /** Removes a version. Throws NotFound, and Conflict for the only version or one that a frozen bill uses. */
    remove(caller: Actor, which: Which): Promise<TariffDetail> {
      requirePermission(caller, 'edit-tariffs');
      return change(caller, which, async (within, found) => {
        const { id, validFrom } = which;
        const { closed } = await createVersionUses(within).of(id, validFrom);
        const reason = staysBecause(found, closed);
        if (reason !== null) throw new Conflict(reason);
        await createTariffWrites(within).removeVersion(id, validFrom);
        const prices = pricesText(readTariffRules(found.version.rules));
        return { action: 'tariff-version-removed', detail: { prices } };
      });
    },
  };
};

/** Maximum cached versions of tariffs, and tariffs of lists: a kilobyte each at most. */
const MAX_CACHED_VERSIONS = 5_000;
const MAX_CACHED_LISTED = 20_000;

/** Distinguishes an absent tariff from an unread one. */
interface CachedTariff {
  readonly tariff: TariffTerms | null;
}

export type TariffsService = ReturnType<typeof createTariffsService>;

const toAnswer = ({ prices, versions, ...tariff }: StoredTariff): Tariff => ({
  _id: tariff.id,
  group: tariff.group,
  distributor: tariff.distributor,
  comment: tariff.comment,
  color: tariff.color,
  type: tariff.type,
  modality: tariff.modality,
  versions,
  inPointValue: priceToNumber(prices.inPoint),
  interPointValue: priceToNumber(prices.interPoint),
  outPointValue: priceToNumber(prices.outPoint),
  validFrom: prices.validFrom,
});

const alphabet = new Intl.Collator('pt-BR');

export const createTariffsService = (needs: {
  tariffs: TariffsRepository;
  changes: Pick<ChangeLog, 'ask' | 'structure'>;
  clock: () => Instant;
}) => {
  const { tariffs, changes, clock } = needs;
  const remembered = createWhileUnchanged<CachedTariff>(
    changes,
    MAX_CACHED_VERSIONS,
    ({ tariff }) => (tariff?.rules.length ?? 0) + 1,
  );
  const lists = createWhileUnchanged<readonly Tariff[]>(
    changes,
    MAX_CACHED_LISTED,
    ({ length }) => length + 1,
  );
  const find = async (tariffId: string): Promise<TariffTerms | null> =>
    (await remembered(tariffId, async () => ({ tariff: await tariffs.find(tariffId) }))).tariff;
  const readList = async (today: CivilDate): Promise<readonly Tariff[]> => {
    const answers = (await tariffs.list(today)).map(toAnswer);
    return answers.sort(
      (a, b) =>
        alphabet.compare(a.group, b.group) ||
        alphabet.compare(a.comment, b.comment) ||
        alphabet.compare(a.color, b.color),
    );
  };
  return {
    /** Tariffs with today's prices, by group, comment and color. @param ids - only these; by default all */
    async list(caller: Caller, ids?: readonly string[]): Promise<Tariff[]> {
      if (!may(caller.profile, 'see-tariffs')) throw new NotAllowed('Seu perfil não permite esta operação.');
      const today = civilDateAt(clock(), DEFAULT_ZONE);
      const all = await lists(today, () => readList(today));
      return all.filter(({ _id }) => ids?.includes(_id) ?? true);
    },
    find,
    /** Every version of a tariff's prices, oldest first. */
    versionsOf: async (tariffId: string): Promise<readonly TariffVersion[]> =>
      (await find(tariffId))?.prices ?? [],
    /** All versions of a tariff's rules, oldest first, for bills. */
    rulesOf: async (tariffId: string): Promise<readonly RulesVersion[]> =>
      (await find(tariffId))?.rules ?? [],
  };
};
