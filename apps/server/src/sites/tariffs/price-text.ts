import { formatNumber } from '@nascente/domain/base/units/format';
import { type Price, priceToNumber } from '@nascente/domain/base/units/price';
import { indicativePrices, type TouPrices } from '@nascente/domain/money/prices/billed-energy';
import {
  demandPeriodsOf,
  type ElectricRules,
  isOfOnePrice,
  type TariffRules,
} from '@nascente/domain/sites/tariffs/tariff-rules';

const NAMES = { inPoint: 'ponta', interPoint: 'intermediário', outPoint: 'fora ponta' } as const;
const DECIMALS = 5;

const number = (price: Price): string => formatNumber(priceToNumber(price), DECIMALS);

const touPeriods = Object.keys(NAMES) as (keyof typeof NAMES)[];

/** Prices of the three time-of-use periods as a displayed line. */
const touPricesText = (prices: TouPrices): string =>
  touPeriods.map((touPeriod) => `${NAMES[touPeriod]} ${number(prices[touPeriod])}`).join('; ');

/** The prices of a tariff as a displayed line; for water, the first tier. */
export const pricesText = (rules: TariffRules): string => {
  if (rules.modality === 'simple') return touPricesText(rules);
  return priceText(rules) ?? `primeira faixa ${number(indicativePrices(rules).outPoint)}`;
};

/** Charges on compensated energy as a displayed line; empty without any. */
export const componentText = ({ fioB, gd3 }: Pick<ElectricRules, 'fioB' | 'gd3'>): string =>
  [
    ...(fioB === null ? [] : [`Fio B ${touPricesText(fioB)}`]),
    ...(gd3 === null ? [] : [`GD III ${touPricesText(gd3)}`]),
  ].join('; ');

/** The prices of a tariff with its charges on compensated energy as a displayed line. */
export const allPricesText = (rules: TariffRules): string =>
  [pricesText(rules), 'fioB' in rules ? componentText(rules) : ''].filter((text) => text !== '').join('; ');

/**
 * The prices of an electric tariff as a displayed line, by which an import also compares them. `null` for tariffs that ANEEL's
 * files do not contain.
 */
export const priceText = (rules: TariffRules): string | null => {
  if (rules.modality === 'simple' || rules.modality === 'water') return null;
  const energy: Partial<Record<string, { readonly tusd: Price; readonly te: Price }>> = rules.energy;
  const demand: Partial<Record<string, Price>> = 'demand' in rules ? rules.demand : {};
  const isSingle = isOfOnePrice(rules.modality);
  return touPeriods
    .flatMap((touPeriod) => {
      const [price, power] = [energy[touPeriod], demand[touPeriod]];
      const name = isSingle ? '' : `${NAMES[touPeriod]} `;
      const ofPower =
        demandPeriodsOf(rules.modality).length === 1 ? 'demanda' : `demanda ${NAMES[touPeriod]}`;
      return [
        ...(price ? [`${name}TUSD ${number(price.tusd)} TE ${number(price.te)}`] : []),
        ...(power === undefined ? [] : [`${ofPower} ${number(power)}`]),
      ];
    })
    .join('; ');
};
