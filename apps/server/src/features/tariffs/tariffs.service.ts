import type { Tariff } from '@nascente/contract/tariffs';
import { may } from '@nascente/domain/people/permissions';
import type { TariffVersion } from '@nascente/domain/tariff/simple-tariff';
import type { RulesVersion } from '@nascente/domain/tariff/tariff-rules';
import { type CivilDate, civilDateAt } from '@nascente/domain/time/civil-day';
import { DEFAULT_ZONE, type Instant, SECOND_MS } from '@nascente/domain/time/zone';
import { priceToNumber } from '@nascente/domain/units/price';
import { NotAllowed } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { StoredTariff, TariffsRepository } from './tariffs.repository.ts';

/** How long another process may take to notice a change of prices. */
const KNOWN_FOR_MS = 10 * SECOND_MS;

export interface TariffsService {
  /** Sorted by group, comment and color. */
  list(caller: Caller, ids?: readonly string[]): Promise<Tariff[]>;
  /** Every version of a tariff's prices, oldest first. */
  versionsOf(tariffId: string): Promise<readonly TariffVersion[]>;
  /** Every version of a tariff's rules, oldest first: what bills are made by. */
  rulesOf(tariffId: string): Promise<readonly RulesVersion[]>;
  /** To be called after prices changed. */
  forget(): void;
}

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
  clock: () => Instant;
}): TariffsService => {
  const { tariffs, clock } = needs;
  const remember = <K, T>(read: (key: K) => Promise<T>) => {
    const known = new Map<K, { readonly at: Instant; readonly value: T }>();
    const recall = async (key: K): Promise<T> => {
      const now = clock();
      const remembered = known.get(key);
      if (remembered && now - remembered.at < KNOWN_FOR_MS) return remembered.value;
      const value = await read(key);
      known.set(key, { at: now, value });
      return value;
    };
    return { recall, forget: () => known.clear() };
  };
  const versions = remember((id: string) => tariffs.versions(id));
  const rules = remember((id: string) => tariffs.rules(id));
  const lists = remember(async (today: CivilDate) => {
    const answers = (await tariffs.list(today)).map(toAnswer);
    return answers.sort(
      (a, b) =>
        alphabet.compare(a.group, b.group) ||
        alphabet.compare(a.comment, b.comment) ||
        alphabet.compare(a.color, b.color),
    );
  });
  return {
    async list(caller, ids) {
      if (!may(caller.profile, 'see-tariffs')) throw new NotAllowed('Seu perfil não permite esta operação.');
      const all = await lists.recall(civilDateAt(clock(), DEFAULT_ZONE));
      return ids === undefined ? all : all.filter(({ _id }) => ids.includes(_id));
    },
    versionsOf: versions.recall,
    rulesOf: rules.recall,
    forget() {
      for (const known of [versions, rules, lists]) known.forget();
    },
  };
};
