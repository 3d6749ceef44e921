import type { Tariff } from '@nascente/contract/sites/tariffs';
import { type CivilDate, civilDateAt } from '@nascente/domain/base/time/civil-day';
import { DEFAULT_ZONE, type Instant } from '@nascente/domain/base/time/zone';
import { priceToNumber } from '@nascente/domain/base/units/price';
import { may } from '@nascente/domain/people/permissions';
import type { TariffVersion } from '@nascente/domain/sites/tariffs/simple-tariff';
import type { RulesVersion } from '@nascente/domain/sites/tariffs/tariff-rules';
import type { ChangeLog } from '../../platform/database/change-log.ts';
import { createWhileUnchanged } from '../../platform/database/while-unchanged.ts';
import { NotAllowed } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { StoredTariff, TariffsRepository, TariffTerms } from './tariffs.repository.ts';

/** Versions of tariffs, and tariffs of a list: a kilobyte each at most. */
const MAX_CACHED_VERSIONS = 5_000;
const MAX_CACHED_LISTED = 20_000;

/** Distinguishes an absent establishment from an unread one. */
interface Found {
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
  const remembered = createWhileUnchanged<Found>(
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
    /** Sorted by group, comment and color. */
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
