import type { BillingContractJson } from '@nascente/contract/money/billing-contract';
import type { SupplyIcms, SupplyModulation } from '@nascente/domain/sites/tariffs/billing-contract';
import { type Reader, typedPercent } from '../../../../shared/forms/draft-reader.ts';
import { decimalOf, priceTextOf, typedOf } from '../../../../shared/forms/fields/decimal-input.ts';

type Market = Extract<BillingContractJson['market'], { mode: 'livre' }>;
type Supply = NonNullable<Market['supply']>;

/** Form values of a supplier's terms beside the price; empty: not agreed. */
export type TypedSupply = typeof NO_SUPPLY;

const NO_SUPPLY = {
  /** Percent, as the limits. */
  losses: '',
  /** kWh a cycle. */
  contracted: '',
  min: '',
  max: '',
  /** Percent of this unit; empty for all of it. */
  unitShare: '',
  modulation: 'measured' as SupplyModulation,
  /** R$/kWh; empty: unknown. */
  settlement: '',
  icms: 'none' as SupplyIcms,
  prices: [] as { validFrom: string; price: string }[],
};

/** A share in percent, which may exceed 100: 1.1 is '110'. */
const typedTimes = (times: number): string => typedOf(String(Number((times * 100).toFixed(6))));

export const typedSupply = (market: BillingContractJson['market']): TypedSupply => {
  const supply = market.mode === 'livre' ? market.supply : undefined;
  if (supply === undefined) return NO_SUPPLY;
  const { losses, volume, icms, prices } = supply;
  return {
    losses: losses === '0' ? '' : typedPercent(losses),
    contracted: volume === null ? '' : typedOf(String(volume.contracted)),
    min: volume === null ? '' : typedPercent(volume.min),
    max: volume === null ? '' : typedTimes(volume.max),
    unitShare: volume?.unitShare === undefined ? '' : typedPercent(volume.unitShare),
    modulation: volume?.modulation ?? 'measured',
    settlement: volume?.settlement === undefined ? '' : typedOf(volume.settlement),
    icms,
    prices: prices.map(({ validFrom, price }) => ({ validFrom, price: typedOf(price) })),
  };
};

const PRICE = 'Informe o preço em R$/kWh, como 0,28.';

/** Flat delivery has no limits: all of it is invoiced. */
const readVolume = (reader: Reader, typed: TypedSupply): Supply['volume'] => {
  const { contracted, unitShare, modulation, settlement } = typed;
  const [min, max] = modulation === 'flat' ? ['100', '100'] : [typed.min, typed.max];
  if (contracted.trim() === '') return null;
  const percent = decimalOf(max);
  const isWithin = percent !== null && Number(percent) >= 0 && Number(percent) <= 1000;
  return {
    contracted: reader.number('supplier.contracted', contracted, 'Informe quantos kWh por mês.'),
    min: reader.share('supplier.min', min),
    max: reader.read(
      'supplier.max',
      isWithin ? Number((Number(percent) / 100).toFixed(8)) : null,
      'Informe a porcentagem, como 110.',
      1,
    ),
    ...(unitShare.trim() !== '' && { unitShare: reader.share('supplier.unitShare', unitShare) }),
    ...(modulation !== 'measured' && { modulation }),
    ...(settlement.trim() !== '' && {
      settlement: reader.read<string>('supplier.settlement', priceTextOf(settlement), PRICE, '0'),
    }),
  };
};

/** Undefined where the supplier invoices the meter's kWh at one price. */
export const readSupply = (reader: Reader, typed: TypedSupply): Supply | undefined => {
  const losses = typed.losses.trim() === '' ? '0' : reader.share('supplier.losses', typed.losses);
  const volume = readVolume(reader, typed);
  const prices = typed.prices.map(({ validFrom, price }, index) => {
    const at = `supplier.prices.${index}`;
    return {
      validFrom: reader.day(`${at}.validFrom`, validFrom, 'Informe desde quando vale.'),
      price: reader.read(`${at}.price`, priceTextOf(price), PRICE, '0'),
    };
  });
  const isPlain = losses === '0' && volume === null && typed.icms === 'none' && prices.length === 0;
  return isPlain ? undefined : { losses, volume, icms: typed.icms, prices };
};
