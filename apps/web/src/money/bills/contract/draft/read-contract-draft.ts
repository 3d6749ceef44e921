import type { BillingContractJson } from '@nascente/contract/money/billing-contract';
import { checkedContract } from '@nascente/contract/money/billing-terms';
import { isCivilMonth } from '@nascente/domain/base/time/civil-month';
import {
  type BillPrinting,
  type CreditTaxes,
  USUAL_PRINTING,
} from '@nascente/domain/sites/tariffs/billing-contract';
import { demandPeriodsOf } from '@nascente/domain/sites/tariffs/tariff-rules';
import { MAX_DUE_DAYS } from '@nascente/domain/sites/tariffs/vat-periods';
import { createReader, type Reader } from '../../../../shared/forms/draft-reader.ts';
import { priceTextOf } from '../../../../shared/forms/fields/decimal-input.ts';
import { type DraftForm, useDraftForm } from '../../../../shared/forms/use-draft-form.ts';
import { readBenefit } from './benefit-draft.ts';
import {
  type ContractDraft,
  hasDemand,
  readLineTaxes,
  type TypedBand,
  type TypedTaxes,
} from './contract-draft.ts';
import { readOwnLine } from './own-line-draft.ts';
import { readSupply } from './supply-draft.ts';

const POWER = 'Informe a demanda em kW, como 75.';

const readBands = <T>(
  reader: Reader,
  path: string,
  bands: readonly TypedBand[],
  value: (path: string, typed: string) => T,
) =>
  bands.map((band, index) => {
    const at = `${path}.${index}`;
    const isLast = index === bands.length - 1;
    const upTo = isLast ? null : reader.number(`${at}.upTo`, band.upTo, 'Informe até quanto vai a faixa.');
    return { upTo, value: value(`${at}.value`, band.value) };
  });

const readTaxes = (
  reader: Reader,
  period: TypedTaxes,
  index: number,
): BillingContractJson['taxes'][number] => {
  const at = `taxes.${index}`;
  const bands = period.hasBands ? readBands(reader, `${at}.icmsBands`, period.icmsBands, reader.share) : [];
  return {
    validFrom: reader.day(`${at}.validFrom`, period.validFrom, 'Informe desde quando valem.'),
    icms: period.hasBands ? (bands.at(-1)?.value ?? '0') : reader.share(`${at}.icms`, period.icms),
    icmsBands: bands.map(({ upTo, value }) => ({ upTo, rate: value })),
    pis: reader.share(`${at}.pis`, period.pis),
    cofins: reader.share(`${at}.cofins`, period.cofins),
    method: period.method,
    ...(period.isVatInIcmsBase && { isVatInIcmsBase: true }),
  };
};

const DUE_DAYS = `Informe de 0 a ${MAX_DUE_DAYS} dias, ou deixe em branco.`;

/** When bills fall due; undefined if nothing was entered. */
const readDue = (reader: Reader, { dueDays, dueDates }: ContractDraft): BillingContractJson['due'] => {
  const typed = dueDays.trim();
  if (typed === '' && dueDates.length === 0) return undefined;
  const isDays = /^\d{1,2}$/.test(typed) && Number(typed) <= MAX_DUE_DAYS;
  const days = typed === '' ? null : Number(reader.read('dueDays', isDays ? typed : null, DUE_DAYS, '0'));
  const dates = dueDates.map(({ date }, index) =>
    reader.day(`dueDates.${index}.date`, date, 'Informe o vencimento.'),
  );
  return { days, dates };
};

const readDemand = (reader: Reader, draft: ContractDraft): BillingContractJson['demand'] => {
  const { single, inPoint, outPoint } = draft.demand;
  if (!hasDemand(draft)) return null;
  if (demandPeriodsOf(draft.modality).length === 1)
    return single.trim() === ''
      ? null
      : { mode: 'single', demand: reader.number('demand.single', single, POWER) };
  if (inPoint.trim() === '' && outPoint.trim() === '') return null;
  return {
    mode: 'by-post',
    inPoint: reader.number('demand.inPoint', inPoint, POWER),
    outPoint: reader.number('demand.outPoint', outPoint, POWER),
  };
};

const readMarket = (reader: Reader, draft: ContractDraft): BillingContractJson['market'] => {
  if (draft.market === 'cativo') return { mode: 'cativo' };
  const isProvided = draft.supplierPrice.trim() !== '';
  const supply = readSupply(reader, draft.supplier);
  return {
    mode: 'livre',
    demandDiscount: reader.share('demandDiscount', draft.demandDiscount),
    supplierPrice: isProvided
      ? reader.read(
          'supplierPrice',
          priceTextOf(draft.supplierPrice),
          'Informe o preço em R$/kWh, como 0,28.',
          null,
        )
      : null,
    ...(supply !== undefined && { supply }),
  };
};

type Cosip = NonNullable<BillingContractJson['cosip']>;

const readCosip = (
  reader: Reader,
  at: string,
  { mode, amount, share, by, bands, municipality }: ContractDraft['cosip'],
): Cosip | null => {
  if (mode === 'unknown') return null;
  if (mode === 'flat') return { mode, amount: reader.reais(`${at}.amount`, amount) };
  if (mode === 'share') return { mode, share: reader.share(`${at}.share`, share) };
  if (mode === 'municipality')
    return {
      mode,
      municipality: reader.text(`${at}.municipality`, municipality, 'Escolha o município da tabela.'),
    };
  const read = readBands(reader, `${at}.bands`, bands, reader.reais);
  const measure = by === 'kWh' ? {} : { by };
  return { mode, ...measure, bands: read.map(({ upTo, value }) => ({ upTo, amount: value })) };
};

const readPrinting = ({ printing }: ContractDraft): BillPrinting | undefined => {
  const { rounding, vat, areCreditsInVatBase, ...usual } = printing;
  const read: BillPrinting = {
    ...usual,
    rounding: rounding === '' ? null : rounding,
    ...(vat !== 'within' && { vat }),
    ...(areCreditsInVatBase && { areCreditsInVatBase }),
  };
  const isUsual = Object.entries(USUAL_PRINTING).every(
    ([key, value]) => read[key as keyof BillPrinting] === value,
  );
  return isUsual && vat === 'within' && !areCreditsInVatBase ? undefined : read;
};

const readGeneration = (reader: Reader, draft: ContractDraft): BillingContractJson['generation'] => {
  if (!draft.hasGeneration) return null;
  const { generationClass, hasTusdTaxes, hasTeVat, hasTusdVat } = draft;
  const ofTe = ({ icms, pisCofins }: CreditTaxes) => ({ icms, pisCofins, ...(!hasTeVat && { vat: false }) });
  const ofTusd = ({ icms, pisCofins }: CreditTaxes) => ({
    icms,
    pisCofins,
    ...(hasTusdVat && { vat: true }),
  });
  return {
    class: generationClass,
    ownTaxes: ofTe(draft.ownTaxes),
    otherTaxes: ofTe(draft.otherTaxes),
    ...((hasTusdTaxes || hasTusdVat) && {
      ownTusdTaxes: ofTusd(hasTusdTaxes ? draft.ownTusdTaxes : draft.ownTaxes),
      otherTusdTaxes: ofTusd(hasTusdTaxes ? draft.otherTusdTaxes : draft.otherTaxes),
    }),
    ...(draft.fioBYear !== 'last-day' && { fioBYear: draft.fioBYear }),
    ...(draft.generationMinimum !== 'money' && { minimum: draft.generationMinimum }),
    credits: draft.credits.map((lot, index) => {
      const at = `credits.${index}`;
      const month = isCivilMonth(lot.generatedIn) ? lot.generatedIn : null;
      return {
        ...lot,
        generatedIn: reader.read<string>(`${at}.generatedIn`, month, 'Informe o mês da geração.', '2000-01'),
        energy: reader.number(`${at}.energy`, lot.energy, 'Informe quantos kWh.'),
      };
    }),
  };
};

const kvaOf = (reader: Reader, typed: string): number | null =>
  typed.trim() === '' ? null : reader.number('transformerKva', typed, 'Informe a potência em kVA.');

const economiasOf = (reader: Reader, typed: string): number => {
  const isComplete = /^[1-9]\d{0,3}$/.test(typed.trim());
  return Number(
    reader.read('economias', isComplete ? typed.trim() : null, 'Informe quantas são, ao menos 1.', '1'),
  );
};

const readTerms = (reader: Reader, draft: ContractDraft): BillingContractJson => {
  const isGroupA = draft.subgroup.startsWith('A');
  const printing = readPrinting(draft);
  const lineTaxes = readLineTaxes(draft.lineTaxes);
  const due = readDue(reader, draft);
  return {
    group: isGroupA ? 'A' : 'B',
    subgroup: draft.subgroup,
    modality: draft.modality,
    optanteB: isGroupA && draft.optanteB,
    transformerKva: isGroupA ? kvaOf(reader, draft.transformerKva) : null,
    market: readMarket(reader, draft),
    demand: readDemand(reader, draft),
    supply: draft.supply === '' ? null : draft.supply,
    taxes: draft.taxes.map((period, index) => readTaxes(reader, period, index)),
    ...(due !== undefined && { due }),
    ...((draft.taxCredits.pisCofins || draft.taxCredits.vat) && { taxCredits: draft.taxCredits }),
    ...(lineTaxes.length > 0 && { lineTaxes }),
    cosip: readCosip(reader, 'cosip', draft.cosip),
    ...(draft.cosipChanges.length > 0 && {
      cosipChanges: draft.cosipChanges.map((change, index) => {
        const at = `cosipChanges.${index}`;
        const validFrom = reader.day(`${at}.validFrom`, change.validFrom, 'Informe desde quando vale.');
        return { validFrom, cosip: readCosip(reader, at, change) as Cosip };
      }),
    }),
    ...(draft.ownLines.length > 0 && {
      ownLines: draft.ownLines.map((line, index) => readOwnLine(reader, line, `ownLines.${index}`)),
    }),
    generation: readGeneration(reader, draft),
    ...(draft.benefits.length > 0 && {
      benefits: draft.benefits.map((benefit, index) => readBenefit(reader, benefit, `benefits.${index}`)),
    }),
    economias: economiasOf(reader, draft.economias),
    category: draft.category === '' ? null : draft.category,
    ...(printing !== undefined && { printing }),
  };
};

/** The field that shows an error of the contract's schema. */
const fieldOf = (path: readonly PropertyKey[], { modality, cosip }: ContractDraft): string => {
  const [part] = path;
  if (part === 'demand') return demandPeriodsOf(modality).length > 1 ? 'demand.outPoint' : 'demand.single';
  if (part === 'taxes' && path.length === 1) return 'taxes.0.icms';
  if (part === 'cosip') return cosip.mode === 'bands' ? 'cosip.bands.0.upTo' : 'cosip.amount';
  if (part === 'cosipChanges') return 'cosipChanges.0.validFrom';
  if (part === 'benefits' && path.length === 1) return 'benefits.0.label';
  return path.map(String).join('.');
};

/** The contract of a draft, or its errors: first by field, then across fields. */
export const readContractDraft = (draft: ContractDraft) => {
  const reader = createReader();
  reader.day('validFrom', draft.validFrom, 'Informe desde quando o contrato vale.');
  const terms = readTerms(reader, draft);
  if (Object.keys(reader.errors).length > 0) return { terms: null, errors: reader.errors };
  const checked = checkedContract.safeParse(terms);
  if (checked.success) return { terms, errors: null };
  return {
    terms: null,
    errors: Object.fromEntries(
      checked.error.issues.toReversed().map(({ path, message }) => [fieldOf(path, draft), message]),
    ),
  };
};

export type ContractFields = DraftForm<ContractDraft>;

export const useContractForm = (draft: ContractDraft): ContractFields =>
  useDraftForm(draft, (typed) => readContractDraft(typed).errors);
