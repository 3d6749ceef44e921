import type { Tariff } from '@nascente/contract/tariffs';
import { may } from '@nascente/domain/people/permissions';
import { type TariffVersion, versionOn } from '@nascente/domain/tariff/simple-tariff';
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
  const known = new Map<string, { readonly at: Instant; readonly versions: readonly TariffVersion[] }>();
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
    async versionsOf(tariffId) {
      const now = clock();
      const remembered = known.get(tariffId);
      if (remembered && now - remembered.at < KNOWN_FOR_MS) return remembered.versions;
      const versions = await tariffs.versions(tariffId);
      known.set(tariffId, { at: now, versions });
      return versions;
    },
    forget: () => known.clear(),
  };
};
