import type {
  BillInput,
  BillLine,
  CalculatedBill,
  Carried,
  Compensated,
  Hours,
  Refunds,
  TaxedKind,
} from './second-calculator-input.ts';
import {
  addDays,
  type Context,
  containedIn,
  type Exact,
  HOURS,
  type Item,
  lineOf,
  type PricedLine,
  ratesOf,
  type ToExact,
  toCents,
} from './second-calculator-line.ts';

const HOUR_NAMES = { peak: ' ponta', intermediate: ' intermediário', 'off-peak': ' fora ponta' } as const;
const ALL: Carried = { icms: true, pisCofins: true, vat: true };
const UNTAXED: Carried = { icms: false, pisCofins: false, vat: false };
const NO_TAXES = { icms: 0, pis: 0, cofins: 0, cbs: 0, ibsState: 0, ibsMunicipal: 0, base: 0 } as const;
/** Share of Fio B that GD II pays (Lei 14.300/2022, art. 27). */
const FIO_B_SHARES: Readonly<Record<string, string>> = { '2025': '0.45', '2026': '0.6', '2027': '0.75' };

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

const carriedBy = (bill: BillInput, kind: TaxedKind): Carried => ({
  ...ALL,
  ...(kind === 'unused-demand' && { icms: false }),
  ...bill.exempt?.[kind],
});

const hoursName = ({ modality }: BillInput, hours: Hours) =>
  modality === 'convencional' ? '' : HOUR_NAMES[hours];

function consumption(context: Context, label: string, item: Item, carried: Carried): PricedLine {
  return lineOf(context, { label, part: 'consumption', isMinimumPart: true }, item, carried);
}

/** A discount as printed: within the price, as an untaxed credit, or charged gross and refunded net. */
function discounted(
  context: Context,
  names: { readonly label: string; readonly part: 'consumption' | 'other' },
  { quantity, price }: Item,
  discount: Exact,
  carried: Carried,
): PricedLine[] {
  const { bill } = context;
  const { label, part } = names;
  const isMinimumPart = part === 'consumption';
  const line = (name: string, of: Exact) =>
    lineOf(context, { label: name, part, isMinimumPart }, { quantity, price: of }, carried);
  const place = bill.free?.place ?? 'price';
  const refund = (name: string) => {
    const taxes = { ...UNTAXED, vat: place === 'credit' && bill.areCreditsInVatBase === true };
    const halfUp = { ...context, bill: { ...bill, rounding: 'half-up' } } as const;
    const item = { quantity: quantity.negated(), price: discount };
    return lineOf(halfUp, { label: name, part, isMinimumPart }, item, taxes);
  };
  if (discount.isZero()) return [line(label, price)];
  const reduced = line(label, price.minus(discount));
  if (place === 'price') return [reduced];
  if (place === 'credit') return [line(label, price), refund(`Crédito APCEI – ${label}`)];
  return [
    reduced,
    line(`Benefício tarifário bruto – ${label}`, discount),
    refund(`Benefício tarifário líquido – ${label}`),
  ];
}

/** The flags of a cycle, their R$/kWh, and their share of its days. */
function flagsOf({
  bill,
  exact,
}: Context): { readonly name: string; readonly price: Exact; readonly share: Exact }[] {
  if (bill.free !== undefined) return [];
  const all = (Date.parse(bill.last) - Date.parse(bill.first)) / 86_400_000 + 1;
  const months = Array.from({ length: all }, (_, day) => addDays(bill.first, day).slice(0, 7));
  const flags = months.map((month) => {
    const flag = bill.flags.find(([of]) => of === month);
    if (flag === undefined) throw new Error(`no flag of ${month}`);
    return flag;
  });
  return [...new Set(flags.map(([, name]) => name))].flatMap((name) => {
    const days = flags.filter(([, of]) => of === name);
    const price = exact(days[0]?.[2]);
    return price.isZero() ? [] : [{ name, price, share: exact(days.length).div(all) }];
  });
}

const flagInPrice = (context: Context): Exact =>
  context.bill.isFlagInPrice === true
    ? flagsOf(context).reduce((all, { price, share }) => all.plus(price.times(share)), context.exact())
    : context.exact();

const areAlike = (a: Carried, b: Carried) =>
  a.icms === b.icms && a.pisCofins === b.pisCofins && a.vat === b.vat;

function energyLines(context: Context): PricedLine[] {
  const { bill, exact } = context;
  const inPrice = flagInPrice(context);
  return HOURS.flatMap((hours) => {
    const kwh = exact(bill.kwh[hours]);
    const prices = bill.energy[hours];
    if (prices === undefined || kwh.isZero()) return [];
    const [tusd, te] = [exact(prices[0]), exact(prices[1]).plus(inPrice)];
    const of = (price: Exact) => ({ quantity: kwh, price });
    const name = hoursName(bill, hours);
    if (bill.free !== undefined) {
      const offPeak = exact(bill.energy['off-peak']?.[0]);
      const isDiscounted = bill.modality === 'verde' && hours === 'peak';
      const discount = isDiscounted ? tusd.minus(offPeak).times(bill.free.discount) : exact();
      const names = { label: `Consumo TUSD${name}`, part: 'consumption' } as const;
      return discounted(context, names, of(tusd), discount, carriedBy(bill, 'tusd'));
    }
    const [ofTe, ofTusd] = [carriedBy(bill, 'te'), carriedBy(bill, 'tusd')];
    return bill.areTeAndTusdSeparate === true || !areAlike(ofTe, ofTusd)
      ? [
          consumption(context, `Consumo TE${name}`, of(te), ofTe),
          consumption(context, `Consumo TUSD${name}`, of(tusd), ofTusd),
        ]
      : [consumption(context, `Consumo${name}`, of(te.plus(tusd)), ofTe)];
  });
}

/** Demand: measured, unused without ICMS, and overrun above 105 % at twice the price, never discounted. */
function demandLines(context: Context): PricedLine[] {
  const { bill, exact } = context;
  const { kw = {}, contractedKw = {}, demandPrices = {} } = bill;
  const highest = HOURS.map((hours) => exact(kw[hours])).reduce((a, b) => (a.gt(b) ? a : b));
  return HOURS.flatMap((hours) => {
    const price = demandPrices[hours];
    if (price === undefined) return [];
    const isSingle = bill.modality === 'verde';
    const measured = isSingle ? highest : exact(kw[hours]);
    const contracted = exact(contractedKw[hours]);
    const name = isSingle ? '' : HOUR_NAMES[hours];
    const exemption = carriedBy(bill, 'unused-demand').icms ? '' : ' (sem ICMS)';
    const discountRate = exact(bill.free?.discount);
    const line = (label: string, quantity: Exact, kind: TaxedKind) =>
      quantity.isZero()
        ? []
        : discounted(
            context,
            { label, part: 'other' },
            { quantity, price: exact(price) },
            exact(price).times(discountRate),
            carriedBy(bill, kind),
          );
    const unused = contracted.gt(measured) ? contracted.minus(measured) : exact();
    const isOver = measured.gt(contracted.times('1.05'));
    const overrun = { quantity: measured.minus(contracted), price: exact(price).times(2) };
    const names = { label: `Demanda de ultrapassagem${name}`, part: 'other', isMinimumPart: false } as const;
    return [
      ...line(`Demanda${name}`, measured, 'demand'),
      ...line(`Demanda não utilizada${name}${exemption}`, unused, 'unused-demand'),
      ...(isOver ? [lineOf(context, names, overrun, carriedBy(bill, 'overrun'))] : []),
    ];
  });
}

function reactiveLines(context: Context): PricedLine[] {
  const { bill, exact } = context;
  return HOURS.flatMap((hours) => {
    const kvarh = exact(bill.kvarh?.[hours]);
    const label = `Energia reativa excedente${HOUR_NAMES[hours]}`;
    if (kvarh.isZero()) return [];
    const names = { label, part: 'other', isMinimumPart: false } as const;
    const item = { quantity: kvarh, price: exact(bill.kvarhPrice) };
    return [lineOf(context, names, item, carriedBy(bill, 'reactive'))];
  });
}

function flagLines(context: Context): PricedLine[] {
  const { bill, exact } = context;
  if (bill.isFlagInPrice === true) return [];
  const consumed = HOURS.reduce((all, hours) => all.plus(exact(bill.kwh[hours])), exact());
  const compensated = (bill.compensated ?? []).reduce((all, { kwh }) => all.plus(kwh), exact());
  const [refunds] = (bill.compensated ?? []).map((one) => one.refunds);
  return flagsOf(context).flatMap(({ name, price, share }) => {
    const of = (kwh: Exact) => ({ quantity: kwh.times(share), price });
    const names = { label: `Adicional bandeira ${name}`, part: 'consumption', isMinimumPart: false } as const;
    const charged = lineOf(context, names, of(consumed), carriedBy(bill, 'flag'));
    if (refunds === undefined || compensated.isZero()) return [charged];
    const refunded = { ...names, label: `${names.label} – energia compensada` };
    const taxes = { icms: refunds.icms, pisCofins: refunds.pisCofins, vat: refunds.vatOnTe };
    return [charged, lineOf(context, refunded, of(compensated.negated()), taxes)];
  });
}

/** Compensated energy at the price of its class, with the taxes that are refunded. */
function compensationLines(context: Context): PricedLine[] {
  const inPrice = flagInPrice(context);
  const compensated = (context.bill.compensated ?? []).filter(({ kwh }) => kwh !== '0');
  return compensated.flatMap((one) => compensationOf(context, one, inPrice));
}

/** The share of the year of the last day, or the mean of the shares of all days. */
function fioBShareOf({ first, last, isFioBByDays = false }: BillInput, exact: ToExact): Exact {
  const all = (Date.parse(last) - Date.parse(first)) / 86_400_000 + 1;
  const days = isFioBByDays ? Array.from({ length: all }, (_, day) => addDays(first, day)) : [last];
  const shares = days.map((day) => {
    const share = FIO_B_SHARES[day.slice(0, 4)];
    if (share === undefined) throw new Error(`no share of Fio B in the year of ${day}`);
    return exact(share);
  });
  return shares.reduce((sum, share) => sum.plus(share), exact()).div(days.length);
}

function compensationOf(context: Context, one: Compensated, inPrice: Exact): PricedLine[] {
  const { bill, exact } = context;
  const prices = bill.energy[one.hours] ?? ['0', '0'];
  const share = fioBShareOf(bill, exact);
  const paid = {
    I: exact(),
    II: exact(bill.fioB).times(share),
    III: exact(bill.gd3),
  }[one.generationClass];
  const of = (price: Exact) => ({ quantity: exact(one.kwh).negated(), price });
  const te = exact(prices[1]).plus(inPrice);
  const tusd = exact(prices[0]).minus(paid);
  const { icms, pisCofins, icmsOnTusd = icms, vatOnTe, vatOnTusd } = one.refunds;
  const isVatDivided = context.rates.vat.some((rate) => !rate.isZero()) && vatOnTe !== vatOnTusd;
  const label = (half: string) => `Energia compensada${half}${hoursName(bill, one.hours)} – ${one.name}`;
  if (bill.areTeAndTusdSeparate !== true && icms === icmsOnTusd && !isVatDivided)
    return [joinedCompensation(context, label(''), of(te), of(tusd), one.refunds)];
  const ofTe = { icms, pisCofins, vat: vatOnTe };
  const ofTusd = { icms: icmsOnTusd, pisCofins, vat: vatOnTusd };
  return [
    consumption(context, label(' TE'), of(te), ofTe),
    consumption(context, label(' TUSD'), of(tusd), ofTusd),
  ];
}

/** A joined line in 2026: its informed base of CBS and IBS is that of the halves with a refund. */
function joinedCompensation(
  context: Context,
  label: string,
  te: Item,
  tusd: Item,
  refunds: Refunds,
): PricedLine {
  const { icms, pisCofins, vatOnTe, vatOnTusd } = refunds;
  const both = { quantity: te.quantity, price: te.price.plus(tusd.price) };
  const line = consumption(context, label, both, { icms, pisCofins, vat: vatOnTe || vatOnTusd });
  if (vatOnTe === vatOnTusd) return line;
  const half = consumption(context, label, vatOnTe ? te : tusd, { icms, pisCofins, vat: true });
  return { ...line, base: half.base };
}

/** The minimum of Group B: its kWh at the price with taxes, less the lines of consumption and compensation. */
function minimumLines(context: Context, lines: readonly PricedLine[]): PricedLine[] {
  const { bill, exact } = context;
  const prices = bill.energy['off-peak'];
  if (bill.minimumKwh === undefined || prices === undefined) return [];
  const te = bill.free === undefined ? exact(prices[1]) : exact();
  const item = { quantity: exact(bill.minimumKwh), price: te.plus(prices[0]) };
  const carried = carriedBy(bill, 'minimum');
  const names = { label: 'Custo de disponibilidade', part: 'other', isMinimumPart: false } as const;
  // The complete minimum is no line of the bill: it is rounded once, also where lines are rounded by parts.
  const complete = lineOf(
    { ...context, bill: { ...bill, isRoundedByParts: false } },
    names,
    item,
    carried,
  ).amount;
  const consumed = HOURS.reduce((all, hours) => all.plus(exact(bill.kwh[hours])), exact());
  if (bill.isMinimumUncompensated === true && !exact(bill.minimumKwh).gt(consumed)) return [];
  const charged = sum(lines.filter(({ isMinimumPart }) => isMinimumPart).map(({ amount }) => amount));
  return complete > charged ? [containedIn(context, names, complete - charged, carried)] : [];
}

function cosipLines({ bill, exact }: Context, lines: readonly BillLine[]): BillLine[] {
  const { cosip } = bill;
  if (cosip === undefined) return [];
  const line = (amount: number) => (amount === 0 ? [] : [{ ...NO_TAXES, label: 'COSIP', amount }]);
  if ('amount' in cosip) return line(toCents(exact(cosip.amount), bill.rounding));
  if ('share' in cosip) {
    const charges = exact(sum(lines.map(({ amount }) => amount))).div(100);
    return line(toCents(charges.times(cosip.share), bill.rounding));
  }
  const consumed = HOURS.reduce((all, hours) => all.plus(exact(bill.kwh[hours])), exact());
  const demands = HOURS.flatMap((hours) => [exact(bill.kw?.[hours]), exact(bill.contractedKw?.[hours])]);
  const measure = cosip.by === 'kWh' ? consumed : demands.reduce((a, b) => (a.gt(b) ? a : b));
  const band = cosip.bands.find(([upTo]) => measure.lte(upTo));
  return line(toCents(exact(band?.[1]), bill.rounding));
}

/** CBS and IBS on all lines: each tax rounded once over the bill, then the part of consumption. */
function vatOf(context: Context, lines: readonly PricedLine[], rates: readonly [Exact, Exact, Exact]) {
  const round = (base: number, rate: Exact) => toCents(context.exact(base).div(100).times(rate), 'half-up');
  const all = sum(lines.map(({ base }) => base));
  const consumed = sum(lines.filter(({ part }) => part === 'consumption').map(({ base }) => base));
  const [cbs, state, municipal] = rates;
  const divided = (rate: Exact) => {
    const [complete, ofConsumption] = [round(all, rate), round(consumed, rate)];
    return { complete, ofConsumption, ofOthers: complete - ofConsumption };
  };
  return { cbs: divided(cbs), ibsState: divided(state), ibsMunicipal: divided(municipal) };
}

function vatLines(context: Context, lines: readonly PricedLine[]): BillLine[] {
  if (context.bill.hasVatLines !== true) return [];
  const { cbs, ibsState, ibsMunicipal } = vatOf(context, lines, context.rates.vat);
  const ibs = {
    ofConsumption: ibsState.ofConsumption + ibsMunicipal.ofConsumption,
    ofOthers: ibsState.ofOthers + ibsMunicipal.ofOthers,
  };
  const all = [
    { ...NO_TAXES, label: 'CBS – consumo', amount: cbs.ofConsumption, cbs: cbs.ofConsumption },
    { ...NO_TAXES, label: 'CBS – outras linhas', amount: cbs.ofOthers, cbs: cbs.ofOthers },
    {
      ...NO_TAXES,
      label: 'IBS – consumo',
      amount: ibs.ofConsumption,
      ibsState: ibsState.ofConsumption,
      ibsMunicipal: ibsMunicipal.ofConsumption,
    },
    {
      ...NO_TAXES,
      label: 'IBS – outras linhas',
      amount: ibs.ofOthers,
      ibsState: ibsState.ofOthers,
      ibsMunicipal: ibsMunicipal.ofOthers,
    },
  ];
  return all.filter(({ amount }) => amount !== 0);
}

/** The invoice of a free-market supplier. The supplier's price contains its taxes, and the supplier rounds half up. */
function supplierLines({ bill, exact }: Context): BillLine[] {
  const price = bill.free?.supplierPrice;
  if (price === undefined) return [];
  const consumed = HOURS.reduce((all, hours) => all.plus(exact(bill.kwh[hours])), exact());
  return [{ ...NO_TAXES, label: 'Energia mercado livre', amount: toCents(consumed.times(price), 'half-up') }];
}

/** Computes a bill of electricity from its facts. */
function calculateBill(bill: BillInput, exact: ToExact): CalculatedBill {
  const rates = ratesOf(bill, exact);
  const context = { bill, rates, exact };
  const tariff = [
    ...energyLines(context),
    ...demandLines(context),
    ...reactiveLines(context),
    ...flagLines(context),
    ...compensationLines(context),
  ];
  const taxed = [...tariff, ...minimumLines(context, tariff)];
  const informed = rates.informed === null ? null : vatOf(context, taxed, rates.informed);
  const vat = vatLines(context, taxed);
  const lines = [
    ...taxed.map(({ part: _part, isMinimumPart: _isMinimumPart, ...line }) => line),
    ...supplierLines(context),
    ...vat,
    ...cosipLines(context, [...taxed, ...vat]),
    ...(bill.amounts ?? []).map(([label, amount]) => ({
      ...NO_TAXES,
      label,
      amount: toCents(exact(amount), 'half-up'),
    })),
  ];
  return {
    lines,
    total: sum(lines.map(({ amount }) => amount)),
    informed: informed && [informed.cbs.complete, informed.ibsState.complete, informed.ibsMunicipal.complete],
  };
}

/**
 * A calculator of electricity bills: an oracle for the bills of the product. It shares no code with the product, so that an error
 * of one is a difference between both. @param exact - makes decimal numbers of at least 60 digits
 */
export function createCalculator({ exact }: { readonly exact: ToExact }) {
  return (bill: BillInput): CalculatedBill => calculateBill(bill, exact);
}
