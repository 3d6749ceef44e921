import type { TariffRulesJson } from '@nascente/contract/sites/tariff-rules';
import { ELECTRIC_MODALITIES, type ElectricModality } from '@nascente/domain/sites/tariffs/tariff-rules';
import type { TouPeriod } from '@nascente/domain/sites/tou-windows/tou-periods';
import { USUAL_CAPACITIVE, USUAL_WINDOWS } from '@nascente/domain/sites/tou-windows/windows-of-tou-period';
import { createReader as createDraftReader } from '../../../shared/forms/draft-reader.ts';
import { perKwhOf, priceTextOf } from '../../../shared/forms/fields/decimal-input.ts';
import { type DraftForm, useDraftForm } from '../../../shared/forms/use-draft-form.ts';
import type { TariffDraft, TypedTable } from './tariff-draft.ts';

export type TariffFields = DraftForm<TariffDraft>;

export const useTariffForm = (draft: TariffDraft, newest: TariffRulesJson | null): TariffFields =>
  useDraftForm(draft, (typed) => readDraft(typed, newest).errors);

const PRICE = 'Informe um preço, como 0,79417.';
const PER_MWH = 'Informe o valor em R$/MWh, como 541,30.';
const createReader = () => {
  const reader = createDraftReader();
  const { read } = reader;
  return {
    ...reader,
    refuse: (path: string, msg: string) => void read(path, null, msg, ''),
    energy: (path: string, { tusd, te }: { tusd: string; te: string }) => ({
      tusd: read(`${path}.tusd`, perKwhOf(tusd), PER_MWH, '0'),
      te: read(`${path}.te`, perKwhOf(te), PER_MWH, '0'),
    }),
    price: (path: string, typed: string, msg = PRICE) => read(path, priceTextOf(typed), msg, '0'),
  };
};
type Reader = ReturnType<typeof createReader>;

const readWindows = (reader: Reader, { peak, intermediate, areHolidaysOffPeak }: TariffDraft) => {
  const window = ({ start, end }: TariffDraft['peak'], path: string) => {
    const read = { start: Number(start), end: Number(end) };
    if (read.start >= read.end) reader.refuse(`${path}.end`, 'O fim vem depois do início.');
    return read;
  };
  const inPeak = window(peak, 'peak');
  const between = intermediate.map((one, index) => {
    const read = window(one, `intermediate.${index}`);
    if (read.end > inPeak.start && read.start < inPeak.end)
      reader.refuse(`intermediate.${index}.end`, 'O horário intermediário não pode cair dentro da ponta.');
    return read;
  });
  const holidays = areHolidaysOffPeak ? {} : { hasPeakOnHolidays: true };
  return { ...USUAL_WINDOWS, ...holidays, peak: inPeak, intermediate: between };
};

const readTable = (reader: Reader, path: string, { fixedFee, minimum, tiers }: TypedTable) => {
  let before = 0;
  return {
    fixedFee: reader.reais(`${path}.fixedFee`, fixedFee, 'Informe um valor, como 21,00.'),
    minimum: reader.number(`${path}.minimum`, minimum, 'Informe o mínimo em m³, ou 0.'),
    tiers: tiers.map(({ upTo, price, flat }, index) => {
      const at = `${path}.tiers.${index}`;
      const cost = reader.price(`${at}.price`, price, 'Informe um preço, como 11,56.');
      if (index === tiers.length - 1) return { upTo: null, price: cost, flat };
      const limit = reader.number(`${at}.upTo`, upTo, 'Informe até quantos m³.');
      if (limit <= before) reader.refuse(`${at}.upTo`, 'Cada faixa vai além da anterior.');
      before = limit;
      return { upTo: limit, price: cost, flat };
    }),
  };
};

const readSewage = (reader: Reader, { sewageMode, sewageShare, sewage }: TariffDraft) => {
  if (sewageMode === 'none') return { mode: 'none' } as const;
  if (sewageMode === 'table') return { mode: 'table', table: readTable(reader, 'sewage', sewage) } as const;
  const percent = reader.number('sewageShare', sewageShare, 'Informe a porcentagem.');
  if (percent > 100) reader.refuse('sewageShare', 'Informe no máximo 100%.');
  return { mode: 'percent', share: String(Number((percent / 100).toFixed(6))) } as const;
};

/** Rules without a field; a new version keeps those of the version before. */
const BILLING = {
  rounding: 'truncate',
  priceDecimals: null,
  integerKwh: true,
  integerKw: false,
  tusdTe: 'separate',
} as const;

type Stored<Modality> = Extract<TariffRulesJson, { modality: Modality }> | null;
const storedOf = <M extends TariffRulesJson['modality']>(
  modality: M,
  newest: TariffRulesJson | null,
): Stored<M> => (newest?.modality === modality ? (newest as Stored<M>) : null);

const readReactive = (reader: Reader, typed: string, stored: Stored<ElectricModality>) => ({
  vrDre: null,
  reference: '0.92',
  capacitive: USUAL_CAPACITIVE,
  ...(stored && 'reactive' in stored ? stored.reactive : null),
  vrEre: typed.trim() === '' ? null : reader.read('vrEre', perKwhOf(typed), PER_MWH, null),
});

/**
 * A charge on compensated energy, or null if all its fields are empty. Time-of-use periods that the modality does not price get the
 * off-peak value, which is not used.
 */
const readCharge = (reader: Reader, name: 'fioB' | 'gd3', draft: TariffDraft, modality: ElectricModality) => {
  const { touPeriods } = ELECTRIC_MODALITIES[modality];
  if (touPeriods.every((touPeriod) => draft[name][touPeriod].trim() === '')) return null;
  const priceOf = (touPeriod: TouPeriod) => {
    const read = touPeriods.includes(touPeriod) ? touPeriod : 'outPoint';
    return reader.read(`${name}.${read}`, perKwhOf(draft[name][read]), PER_MWH, '0');
  };
  return {
    inPoint: priceOf('inPoint'),
    interPoint: priceOf('interPoint'),
    outPoint: priceOf('outPoint'),
  };
};

/** Fields of a modality, by the table of modalities. */
const readElectric = (
  reader: Reader,
  draft: TariffDraft,
  modality: ElectricModality,
  newest: TariffRulesJson | null,
): TariffRulesJson => {
  const { touPeriods, demandTouPeriods } = ELECTRIC_MODALITIES[modality];
  const stored = storedOf(modality, newest);
  const priceOf = (touPeriod: (typeof demandTouPeriods)[number]) =>
    reader.price(`demand.${touPeriod}`, draft.demand[touPeriod]);
  return {
    ...BILLING,
    ...stored,
    modality,
    fioB: readCharge(reader, 'fioB', draft, modality),
    gd3: readCharge(reader, 'gd3', draft, modality),
    ...(touPeriods.length > 1 && { windows: readWindows(reader, draft) }),
    energy: Object.fromEntries(
      touPeriods.map((touPeriod) => [
        touPeriod,
        reader.energy(`energy.${touPeriod}`, draft.energy[touPeriod]),
      ]),
    ),
    ...(demandTouPeriods.length > 0 && {
      demand: Object.fromEntries(demandTouPeriods.map((touPeriod) => [touPeriod, priceOf(touPeriod)])),
      reactive: readReactive(reader, draft.vrEre, stored),
    }),
  } as TariffRulesJson;
};

const readRules = (reader: Reader, draft: TariffDraft, newest: TariffRulesJson | null): TariffRulesJson => {
  const { modality } = draft;
  if (modality === 'simple')
    return {
      modality,
      inPoint: reader.price('simple.inPoint', draft.simple.inPoint),
      interPoint: reader.price('simple.interPoint', draft.simple.interPoint),
      outPoint: reader.price('simple.outPoint', draft.simple.outPoint),
    };
  if (modality !== 'water') return readElectric(reader, draft, modality, newest);
  return {
    otherFees: [],
    rounding: 'truncate',
    integerM3: true,
    ...storedOf(modality, newest),
    modality,
    category: draft.category,
    water: readTable(reader, 'water', draft.water),
    sewage: readSewage(reader, draft),
  };
};

/**
 * The rules of a draft, or its errors.
 * @param newest the version before, whose hidden rules stay
 */
export const readDraft = (draft: TariffDraft, newest: TariffRulesJson | null) => {
  const reader = createReader();
  if (draft.distributor.trim() === '') reader.refuse('distributor', 'Informe a distribuidora.');
  if (draft.group.trim() === '') reader.refuse('group', 'Informe o subgrupo ou a categoria.');
  reader.day('validFrom', draft.validFrom, 'Informe o dia em que os preços começam a valer.');
  const rules = readRules(reader, draft, newest);
  const { errors } = reader;
  return Object.keys(errors).length > 0 ? { rules: null, errors } : { rules, errors: null };
};
