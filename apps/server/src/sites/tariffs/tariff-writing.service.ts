import type { BodyOf } from '@nascente/contract/base/call';
import { isId } from '@nascente/contract/base/conventions';
import { readTariffRules } from '@nascente/contract/sites/tariff-rules';
import type { correctTariffVersion } from '@nascente/contract/sites/tariff-versions';
import type { SavedTariff, TariffDetail } from '@nascente/contract/sites/tariffs';
import { type CivilDate, civilDate, civilDateAt, isCivilDate } from '@nascente/domain/base/time/civil-day';
import { DEFAULT_ZONE, type Instant } from '@nascente/domain/base/time/zone';
import { formatDay } from '@nascente/domain/base/units/format';
import { parsePrice, priceFromNumber } from '@nascente/domain/base/units/price';
import { indicativePrices } from '@nascente/domain/money/prices/billed-energy';
import { may } from '@nascente/domain/people/permissions';
import {
  ELECTRIC_MODALITIES,
  SUBGROUPS,
  type TariffRules,
} from '@nascente/domain/sites/tariffs/tariff-rules';
import type { AuditTrail } from '../../people/audit/index.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { Conflict, InvalidInput, NotAllowed, NotFound } from '../../platform/errors.ts';
import type { Actor, Caller } from '../../platform/http/caller.ts';
import { MODALITY_NAMES } from './modality-names.ts';
import { createTariffWrites, type TariffWrites } from './tariff-writes.repository.ts';

/** R$ per kWh or m³: the column of a price holds four digits before the comma. */
const MAX_PRICE = parsePrice('9999.99');

/** Throws InvalidInput for a negative or too high total price. A part of the price may be negative, as a discount. */
const requireWorth = (rules: TariffRules): TariffRules => {
  const prices = Object.values(indicativePrices(rules));
  if (prices.some((price) => price < 0n))
    return refuse('rules', 'O preço (TUSD mais TE) não pode ser negativo.');
  if (prices.some((price) => price > MAX_PRICE))
    return refuse('rules', 'O preço por kWh ou m³ pode ser no máximo R$ 9.999,99.');
  return rules;
};

/** A tariff or version with the first day of its prices. */
export type DatedTariff = SavedTariff & { readonly validFrom: CivilDate };

/** Full rules, or the three prices of a simple tariff. */
export type PriceInput = BodyOf<typeof correctTariffVersion>;
type NewNames = Exclude<SavedTariff, { _id: string }>;

const refuse = (path: string, msg: string): never => {
  throw new InvalidInput(msg, [{ path: `tax.${path}`, msg }]);
};

/** Converts entered prices to rules. Throws InvalidInput. */
export const rulesOf = (input: Omit<PriceInput, 'source'>): TariffRules => {
  if (input.rules) return requireWorth(readTariffRules(input.rules));
  const { inPointValue, interPointValue, outPointValue } = input;
  if (inPointValue === undefined || interPointValue === undefined || outPointValue === undefined)
    return refuse('rules', 'Informe os preços da tarifa.');
  return {
    modality: 'simple',
    inPoint: priceFromNumber(inPointValue),
    interPoint: priceFromNumber(interPointValue),
    outPoint: priceFromNumber(outPointValue),
  };
};

const checkNames = ({ type, group }: NewNames, { modality }: TariffRules): void => {
  if ((modality === 'water') !== (type === 'water') && modality !== 'simple')
    refuse('type', 'A modalidade não é do tipo de medidor da tarifa.');
  if (modality === 'simple' || modality === 'water') return;
  if (!(SUBGROUPS as readonly string[]).includes(group)) refuse('group', 'Escolha um subgrupo.');
  const { label, group: own } = ELECTRIC_MODALITIES[modality];
  if (!group.startsWith(own)) refuse('group', `A modalidade ${label} é do grupo ${own}.`);
};

const idOf = async (writes: TariffWrites, input: SavedTariff, rules: TariffRules): Promise<string> => {
  if ('_id' in input) {
    const storedTariff = isId(input._id) ? await writes.find(input._id) : null;
    if (storedTariff === null) throw new NotFound('Tarifa não encontrada.');
    if (storedTariff.modality !== rules.modality)
      return refuse('rules', 'Uma nova versão tem a modalidade da tarifa. Para outra, crie uma nova tarifa.');
    return storedTariff._id;
  }
  checkNames(input, rules);
  const { type, group, distributor, comment, color = MODALITY_NAMES[rules.modality] } = input;
  const id = await writes.create({ type, group, distributor, comment, color, modality: rules.modality });
  if (id === null)
    throw new Conflict('Já existe uma tarifa com estes nomes. Abra-a e crie uma nova versão dos preços.');
  return id;
};

/** Start of a tariff's first prices if none was entered, so that every day has a price. */
const EARLIEST_PRICES = civilDate('2000-01-01');

export const titleOf = ({ distributor, group, color, comment }: TariffDetail): string =>
  [distributor, group, color, comment].filter((part) => part !== '').join(' · ');

const found = async (writes: TariffWrites, id: string): Promise<TariffDetail> => {
  const tariff = isId(id) ? await writes.find(id) : null;
  if (tariff === null) throw new NotFound('Tarifa não encontrada.');
  return tariff;
};

/**
 * Adds a tariff, or a version of one, within the caller's transaction. Throws InvalidInput, NotFound, and Conflict if it exists.
 */
export const storeTariff = async (
  within: Connection,
  input: DatedTariff,
  createdBy: string | null,
): Promise<TariffDetail> => {
  const rules = rulesOf(input);
  const { validFrom, source } = input;
  if (!isCivilDate(validFrom)) return refuse('validFrom', 'Data inválida: use AAAA-MM-DD');
  const writes = createTariffWrites(within);
  const id = await idOf(writes, input, rules);
  const isNew = await writes.addVersion(id, { validFrom, source, rules }, createdBy);
  if (!isNew)
    throw new Conflict(
      `Já há preços a partir de ${formatDay(validFrom)}. Escolha outro dia, ou corrija esses.`,
    );
  return found(writes, id);
};

export const createTariffWriting = (needs: { db: Connection; audit: AuditTrail; clock: () => Instant }) => {
  const { db, audit, clock } = needs;
  const demand = ({ profile }: Caller): void => {
    if (!may(profile, 'edit-tariffs')) throw new NotAllowed('Seu perfil não permite esta operação.');
  };
  return {
    async read(caller: Caller, id: string): Promise<TariffDetail> {
      demand(caller);
      return found(createTariffWrites(db), id);
    },
    /** Adds a tariff, or a version of one; stored versions stay unchanged. */
    async save(caller: Actor, input: SavedTariff): Promise<TariffDetail> {
      demand(caller);
      const undated = '_id' in input ? civilDateAt(clock(), DEFAULT_ZONE) : EARLIEST_PRICES;
      const dated = { ...input, validFrom: input.validFrom ?? undated };
      return db.transaction().execute(async (within) => {
        const tariff = await storeTariff(within, dated, caller.accountId);
        const detail = { tariff: titleOf(tariff), since: formatDay(dated.validFrom) };
        await audit.record({ action: 'tariff-saved', by: caller, subjectId: null, detail }, within);
        return tariff;
      });
    },
  };
};
