import type { Tariff } from '@nascente/contract/tariffs';
import { may } from '@nascente/domain/people/permissions';
import { type TariffVersion, versionOn } from '@nascente/domain/tariff/simple-tariff';
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
  list(caller: Caller): Promise<Tariff[]>;
  /** Every version of a tariff's prices, oldest first. */
  versionsOf(tariffId: string): Promise<readonly TariffVersion[]>;
  /** Every version of a tariff's rules, oldest first: what bills are made by. */
  rulesOf(tariffId: string): Promise<readonly RulesVersion[]>;
  /** To be called after prices changed. */
  forget(): void;
}

/** The prices of a day; before the first version those that come first, marked by their `validFrom`. */
const inForce = (versions: readonly TariffVersion[], today: CivilDate) =>
  versionOn(versions, today) ?? versions[0];

const toAnswer = (tariff: StoredTariff, today: CivilDate): Tariff[] => {
  const prices = inForce(tariff.versions, today);
  if (!prices) return [];
  return [
    {
      _id: tariff.id,
      group: tariff.group,
      distributor: tariff.distributor,
      comment: tariff.comment,
      color: tariff.color,
      type: tariff.type,
      modality: tariff.modality,
      versions: tariff.versions.length,
      inPointValue: priceToNumber(prices.inPoint),
      interPointValue: priceToNumber(prices.interPoint),
      outPointValue: priceToNumber(prices.outPoint),
      validFrom: prices.validFrom,
    },
  ];
};

const alphabet = new Intl.Collator('pt-BR');

export const createTariffsService = (needs: {
  tariffs: TariffsRepository;
  clock: () => Instant;
}): TariffsService => {
  const { tariffs, clock } = needs;
  const remember = <T>(read: (tariffId: string) => Promise<T>) => {
    const known = new Map<string, { readonly at: Instant; readonly value: T }>();
    const recall = async (tariffId: string): Promise<T> => {
      const now = clock();
      const remembered = known.get(tariffId);
      if (remembered && now - remembered.at < KNOWN_FOR_MS) return remembered.value;
      const value = await read(tariffId);
      known.set(tariffId, { at: now, value });
      return value;
    };
    return { recall, forget: () => known.clear() };
  };
  const versions = remember((id) => tariffs.versions(id));
  const rules = remember((id) => tariffs.rules(id));
  return {
    async list(caller) {
      if (!may(caller.profile, 'see-tariffs')) throw new NotAllowed('Seu perfil não permite esta operação.');
      const today = civilDateAt(clock(), DEFAULT_ZONE);
      const answers = (await tariffs.list()).flatMap((tariff) => toAnswer(tariff, today));
      return answers.sort(
        (a, b) =>
          alphabet.compare(a.group, b.group) ||
          alphabet.compare(a.comment, b.comment) ||
          alphabet.compare(a.color, b.color),
      );
    },
    versionsOf: versions.recall,
    rulesOf: rules.recall,
    forget() {
      versions.forget();
      rules.forget();
    },
  };
};
