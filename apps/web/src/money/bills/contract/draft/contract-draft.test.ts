import type { BillingContractJson } from '@nascente/contract/money/billing-contract';
import { checkedContract } from '@nascente/contract/money/billing-terms';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareOf, typedPercent } from '../../../../shared/forms/draft-reader.ts';
import { someTerms } from '../../../../testing/some-terms.ts';
import { type ContractDraft, draftOf, newCosip } from './contract-draft.ts';
import { readContractDraft } from './read-contract-draft.ts';

const typed = (terms: Partial<BillingContractJson>, changed: Partial<ContractDraft> = {}): ContractDraft => ({
  ...draftOf({ validFrom: '2026-01-01', tax: null, terms: { ...someTerms, ...terms } }),
  ...changed,
});
const errorsOf = (draft: ContractDraft) => readContractDraft(draft).errors;

const verde: Partial<BillingContractJson> = {
  group: 'A',
  subgroup: 'A4',
  modality: 'verde',
  demand: { mode: 'single', demand: 75.5 },
};

const total: readonly Partial<BillingContractJson>[] = [
  {},
  verde,
  {
    ...verde,
    modality: 'azul',
    demand: { mode: 'by-post', inPoint: 60, outPoint: 120 },
    market: { mode: 'livre', demandDiscount: '0.5', supplierPrice: '0.28' },
  },
  {
    cosip: {
      mode: 'bands',
      bands: [
        { upTo: 100, amount: '5.20' },
        { upTo: null, amount: '42.10' },
      ],
    },
    taxes: [
      {
        validFrom: '2026-01-01',
        icms: '0.24',
        icmsBands: [
          { upTo: 50, rate: '0' },
          { upTo: 300, rate: '0.18' },
          { upTo: null, rate: '0.24' },
        ],
        pis: '0.0092',
        cofins: '0.0424',
        method: 'additive',
      },
    ],
  },
  {
    ...verde,
    market: {
      mode: 'livre',
      demandDiscount: '0.5',
      supplierPrice: '0.28',
      supply: {
        losses: '0.03',
        volume: { contracted: 125000, min: '0.9', max: 1.1, unitShare: '0.4', settlement: '0.12' },
        icms: 'distributor',
        prices: [{ validFrom: '2026-03-01', price: '0.3009938' }],
      },
    },
  },
  {
    due: { days: 12, dates: ['2027-01-08'] },
    taxes: [
      {
        validFrom: '2026-01-01',
        icms: '0.18',
        icmsBands: [],
        pis: '0.01',
        cofins: '0.04',
        method: 'por-dentro',
        isVatInIcmsBase: true,
      },
    ],
    lineTaxes: [{ line: 'flag', icms: 'charged', pisCofins: true, vat: false }],
    generation: {
      class: 'II',
      credits: [],
      ownTaxes: { icms: true, pisCofins: false, vat: false },
      otherTaxes: { icms: true, pisCofins: false, vat: false },
      ownTusdTaxes: { icms: true, pisCofins: false, vat: true },
      otherTusdTaxes: { icms: true, pisCofins: false, vat: true },
    },
    printing: {
      rounding: null,
      lineCents: 'whole',
      discount: 'credit',
      flag: 'line',
      vat: 'own',
      areCreditsInVatBase: true,
    },
  },
  {
    cosip: { mode: 'share', share: '0.07' },
    printing: { rounding: 'half-up', lineCents: 'parts', discount: 'credit', flag: 'price' },
  },
  {
    cosip: { mode: 'bands', by: 'kW', bands: [{ upTo: null, amount: '90.00' }] },
    printing: { rounding: null, lineCents: 'whole', discount: 'price', flag: 'price' },
  },
  {
    cosip: { mode: 'flat', amount: '12.34' },
    cosipChanges: [
      { validFrom: '2026-03-01', cosip: { mode: 'flat', amount: '13.5' } },
      {
        validFrom: '2026-08-01',
        cosip: {
          mode: 'bands',
          bands: [
            { upTo: 100, amount: '6.2' },
            { upTo: null, amount: '43.1' },
          ],
        },
      },
    ],
  },
  {
    generation: {
      class: 'II',
      credits: [{ generatedIn: '2026-05', touPeriod: 'outPoint', class: 'II', origin: 'own', energy: 812.4 }],
      ownTaxes: { icms: true, pisCofins: false },
      otherTaxes: { icms: false, pisCofins: false },
    },
  },
  { modality: 'water', category: 'comercial', economias: 3 },
];

describe('the draft of a contract', () => {
  it.each(total.map((terms, index) => [index, terms] as const))(
    'reads a draft back to the same contract: %i',
    (_, terms) => {
      const allTerms = { ...someTerms, ...terms };
      expect(checkedContract.safeParse(allTerms).success).toBe(true);
      expect(readContractDraft(typed(terms))).toEqual({ terms: allTerms, errors: null });
    },
  );

  it('names the wrong field, and how to correct it', () => {
    const [taxes] = typed({}).taxes;
    expect(errorsOf(typed({}, { validFrom: '' }))).toEqual({
      validFrom: 'Informe desde quando o contrato vale.',
    });
    expect(errorsOf(typed({}, { taxes: taxes ? [{ ...taxes, pis: '1.65' }] : [] }))).toEqual({
      'taxes.0.pis': 'Informe a porcentagem, como 18 ou 1,65.',
    });
    expect(errorsOf(typed({}, { economias: '0' }))).toHaveProperty('economias');
  });

  it('reports the rules of the contract at their fields', () => {
    expect(errorsOf(typed({}, { modality: 'verde' }))).toMatchObject({
      modality: 'No grupo B as modalidades são Convencional e Branca.',
    });
    expect(errorsOf(typed(verde, { subgroup: 'A2' }))).toEqual({
      modality: 'A partir de 69 kV a modalidade é Azul.',
    });
    const [taxes] = typed({}).taxes;
    expect(errorsOf(typed({}, { taxes: taxes ? [{ ...taxes, icms: '98' }] : [] }))).toEqual({
      'taxes.0.icms': 'ICMS, PIS e COFINS juntos devem ser menos de 100%.',
    });
    const bands = [
      { upTo: '200', value: '5' },
      { upTo: '100', value: '6' },
      { upTo: '', value: '7' },
    ];
    expect(errorsOf(typed({}, { cosip: { ...typed({}).cosip, mode: 'bands', bands } }))).toEqual({
      'cosip.bands.0.upTo': 'As faixas da COSIP devem crescer, e só a última não tem limite.',
    });
    const change = {
      validFrom: '2026-03-01',
      mode: 'flat' as const,
      amount: '9',
      share: '',
      municipality: '',
      by: 'kWh' as const,
      bands: [],
    };
    expect(errorsOf(typed({}, { cosipChanges: [change, { ...change, amount: '8' }] }))).toEqual({
      'cosipChanges.0.validFrom': 'Há dois valores de COSIP a partir do mesmo dia.',
    });
  });

  it('reports errors of the supplier at their fields', () => {
    const supplier = {
      losses: '-1',
      contracted: 'x',
      min: '101',
      max: '',
      unitShare: '',
      modulation: 'measured' as const,
      settlement: '',
      icms: 'supplier' as const,
      prices: [{ validFrom: '', price: '' }],
    };
    expect(errorsOf(typed(verde, { market: 'livre', supplier }))).toEqual({
      'supplier.losses': 'Informe a porcentagem, como 18 ou 1,65.',
      'supplier.contracted': 'Informe quantos kWh por mês.',
      'supplier.min': 'Informe a porcentagem, como 18 ou 1,65.',
      'supplier.max': 'Informe a porcentagem, como 110.',
      'supplier.prices.0.validFrom': 'Informe desde quando vale.',
      'supplier.prices.0.price': 'Informe o preço em R$/kWh, como 0,28.',
    });
  });

  it('names the stored table of a municipality, and requires one', () => {
    const cosip = { ...typed({}).cosip, mode: 'municipality' as const, municipality: '' };
    expect(errorsOf(typed({}, { cosip }))).toEqual({
      'cosip.municipality': 'Escolha o município da tabela.',
    });
    const named = { mode: 'municipality', municipality: 'Recife/PE' } as const;
    expect(readContractDraft(typed({ cosip: named })).terms?.cosip).toEqual(named);
  });

  it('reports errors of a change of COSIP at their fields', () => {
    const change = {
      validFrom: '',
      mode: 'bands' as const,
      amount: '',
      share: '101',
      municipality: '',
      by: 'kW' as const,
      bands: [{ upTo: '', value: 'x' }],
    };
    const changes: ContractDraft['cosipChanges'] = [
      change,
      { ...change, mode: 'flat' },
      { ...change, mode: 'share', validFrom: '2026-01-01' },
    ];
    expect(errorsOf(typed({}, { cosipChanges: changes }))).toEqual({
      'cosipChanges.2.share': 'Informe a porcentagem, como 18 ou 1,65.',
      'cosipChanges.0.validFrom': 'Informe desde quando vale.',
      'cosipChanges.0.bands.0.value': 'Informe um valor em R$, como 42,10.',
      'cosipChanges.1.validFrom': 'Informe desde quando vale.',
      'cosipChanges.1.amount': 'Informe um valor em R$, como 42,10.',
    });
  });

  it('starts a new value of COSIP from the one before', () => {
    const draft = typed({ cosip: { mode: 'flat', amount: '12.34' } });
    const first = newCosip('2026-03-01', draft);
    expect(first).toEqual({
      validFrom: '2026-03-01',
      mode: 'flat',
      municipality: '',
      amount: '12,34',
      share: '',
      by: 'kWh',
      bands: [],
    });
    const banded = { ...first, mode: 'bands' as const, bands: [{ upTo: '', value: '9' }] };
    expect(newCosip('2026-08-01', { ...draft, cosipChanges: [banded] })).toEqual({
      ...banded,
      validFrom: '2026-08-01',
    });
    const unknown = newCosip('2026-03-01', {
      ...draft,
      cosip: { ...draft.cosip, mode: 'bands', amount: '' },
    });
    expect(unknown).toMatchObject({ mode: 'bands', bands: [] });
  });

  it('stores no bill style when it is the usual one', () => {
    expect(readContractDraft(typed({})).terms).not.toHaveProperty('printing');
  });

  it('stores no demand for a tariff without demand, nor an empty one', () => {
    expect(readContractDraft(typed(verde, { subgroup: 'B3', modality: 'branca' })).terms?.demand).toBeNull();
    const unknown = typed(verde, { demand: { single: '', inPoint: '', outPoint: '' } });
    expect(readContractDraft(unknown).terms?.demand).toBeNull();
  });

  it('accepts the option for tariff B only in Group A', () => {
    const opting = typed({}, { optanteB: true, transformerKva: '75' });
    expect(readContractDraft(opting).terms).toMatchObject({ optanteB: false, transformerKva: null });
  });
});

describe('a typed percentage', () => {
  it('a typed percentage gives the same share after being shown and read', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (millionths) => {
        const share = (millionths / 1e7).toFixed(7).replace(/\.?0+$/, '');
        expect(shareOf(typedPercent(share))).toBe(share);
      }),
    );
  });

  it('refuses a percentage above a hundred, below zero or as text', () => {
    expect(['100', '0', '1,65'].map(shareOf)).toEqual(['1', '0', '0.0165']);
    expect(['100,01', '-1', 'dezoito', ''].map(shareOf)).toEqual([null, null, null, null]);
  });
});
