import { isId } from '@nascente/contract/base/conventions';
import { readTariffRules } from '@nascente/contract/sites/tariff-rules';
import type { VersionUse } from '@nascente/contract/sites/tariff-versions';
import type { TariffDetail } from '@nascente/contract/sites/tariffs';
import { addDays, type CivilDate, civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDay } from '@nascente/domain/base/units/format';
import type { AuditTrail, NewAuditEvent } from '../../people/audit/index.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { Conflict, InvalidInput, NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import { pricesText } from './price-text.ts';
import { createTariffWrites, createVersionUses } from './tariff-writes.repository.ts';
import { type PriceInput, rulesOf, titleOf } from './tariff-writing.service.ts';

interface By {
  readonly caller: Caller;
  readonly device: NewAuditEvent['device'];
}

interface Which {
  readonly id: string;
  readonly validFrom: CivilDate;
}

export type TariffVersions = ReturnType<typeof createTariffVersions>;

interface Found {
  readonly tariff: TariffDetail;
  readonly version: TariffDetail['versions'][number];
  /** The day before the next one. */
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
    by: By,
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
      const { caller, device } = by;
      await audit.record(
        { action, actorId: caller.accountId, subjectId: null, device, detail: detailOfEvent },
        within,
      );
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
    /** Open bills follow, closed ones stay. Throws NotFound, InvalidInput. */
    correct(by: By, which: Which, input: PriceInput): Promise<TariffDetail> {
      requirePermission(by.caller, 'edit-tariffs');
      const rules = rulesOf(input);
      return change(by, which, async (within, { tariff, version }) => {
        if (rules.modality !== tariff.modality)
          throw new InvalidInput(OTHER_MODALITY, [{ path: 'rules', msg: OTHER_MODALITY }]);
        const { validFrom } = which;
        await createTariffWrites(within).replaceVersion(tariff._id, {
          validFrom,
          source: input.source,
          rules,
        });
        const { closed } = await createVersionUses(within).of(tariff._id, validFrom);
        const [before, prices] = [readTariffRules(version.rules), rules].map(pricesText);
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
    /** Throws NotFound, and Conflict where it is the only one or a closed bill was made by it. */
    remove(by: By, which: Which): Promise<TariffDetail> {
      requirePermission(by.caller, 'edit-tariffs');
      return change(by, which, async (within, found) => {
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
