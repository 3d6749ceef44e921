import type { ElectronicBillAnswer } from '@nascente/contract/money/electronic-bills';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDatedRange, formatDay, formatNumber } from '@nascente/domain/base/units/format';
import { maskCnpj, normalizeCnpj } from '@nascente/domain/sites/registry/cnpj';
import { TOU_PERIODS } from '@nascente/domain/sites/tou-windows/tou-periods';
import { lineKindNames, taxedLineNames } from '../contract/contract-texts.ts';
import { sumReais } from '../cycle-bill/bill-groups.ts';
import type { Fact } from '../cycle-bill/fact-list.tsx';
import { priceText, reaisText } from '../page-frame/bill-address.ts';

type NoteLine = ElectronicBillAnswer['lines'][number];

const PARTS: Readonly<Record<string, string>> = {
  ...taxedLineNames,
  energy: 'Consumo',
  compensation: 'Energia compensada',
  tax: 'Tributo',
  water: 'Água',
};

/** How a line of a note is taken. */
export const lineMeaning = ({ part, kind }: NoteLine): string =>
  kind === null ? (PARTS[part] ?? part) : lineKindNames[kind];

const decimalText = (quantity: number): string => formatNumber(quantity, Number.isInteger(quantity) ? 0 : 2);

const taxTexts = ({ icms, pis, cofins, cbs, ibs }: ElectronicBillAnswer['taxes']): string[] =>
  [
    ['ICMS', icms] as const,
    ['PIS e COFINS', sumReais([pis, cofins])] as const,
    ['CBS', cbs] as const,
    ['IBS', ibs] as const,
  ].flatMap(([name, amount]) => (amount === 0 ? [] : [`${name}\u00a0${reaisText(amount)}`]));

/** Quantity, price and taxes of a line; empty without any. */
export const lineDetail = ({ quantity, unit, price, taxes }: NoteLine): string => {
  const amount = quantity === null || unit === null ? [] : [`${decimalText(quantity)}\u00a0${unit}`];
  const each = price === null || amount.length === 0 ? [] : [`R$\u00a0${priceText(price)}`];
  return [[...amount, ...each].join(' × '), ...taxTexts(taxes)].filter((text) => text !== '').join(' · ');
};

const PERIODS = { inPoint: 'na ponta', interPoint: 'no intermediário', outPoint: 'fora ponta' } as const;

/** Quantities by time-of-use period: '1.774 kWh na ponta, 24.020 kWh fora ponta'; null without any. */
const quantitiesText = (
  quantities: ElectronicBillAnswer['entered']['consumed'],
  unit: string,
): string | null => {
  const stated = TOU_PERIODS.flatMap((touPeriod) => {
    const quantity = quantities[touPeriod];
    return quantity === undefined ? [] : [{ touPeriod, text: `${decimalText(quantity)}\u00a0${unit}` }];
  });
  if (stated.length === 0) return null;
  const [only] = stated;
  if (stated.length === 1 && only?.touPeriod === 'outPoint') return only.text;
  return stated.map(({ touPeriod, text }) => `${text} ${PERIODS[touPeriod]}`).join(', ');
};

const SIGNATURES: Readonly<Record<ElectronicBillAnswer['signature'], string>> = {
  matches: 'Confere com o conteúdo; quem emitiu o certificado não foi conferido',
  broken: 'Não confere com o conteúdo',
  unverified: 'Assinatura não conferida',
  absent: 'O arquivo não está assinado',
};

/** 'PADARIA LTDA, CNPJ 11.222.333/0001-81' */
export const holderText = ({ holder: { name, document } }: ElectronicBillAnswer): string =>
  [name, normalizeCnpj(document) === null ? '' : `CNPJ ${maskCnpj(document)}`]
    .filter((text) => text !== '')
    .join(', ');

const taxesText = ({ taxes, addsVat }: ElectronicBillAnswer): string => {
  const texts = taxTexts(taxes).join(', ');
  const hasVat = taxes.cbs !== 0 || taxes.ibs !== 0;
  return hasVat && !addsVat ? `${texts} (CBS e IBS só informados)` : texts;
};

export const daysText = ({ start, end }: { readonly start: string; readonly end: string }): string =>
  formatDatedRange(civilDate(start), civilDate(end));

/** The facts of a note, in the order in which they are compared with the paper. */
export const noteFacts = (bill: ElectronicBillAnswer): Fact[] => {
  const facts: readonly (readonly [label: string, value: string | null])[] = [
    ['Distribuidora', bill.issuer.name],
    ['Unidade consumidora', bill.unitCode],
    ['Cliente', holderText(bill)],
    ['Período', bill.period === null ? null : daysText(bill.period)],
    ['Vencimento', bill.due === null ? null : formatDay(civilDate(bill.due))],
    ['Consumo', quantitiesText(bill.entered.consumed, 'kWh')],
    ['Demanda', quantitiesText(bill.entered.demand, 'kW')],
    ['Tributos', taxesText(bill)],
    ['Assinatura digital', SIGNATURES[bill.signature]],
    ['Chave de acesso', bill.accessKey.replaceAll(/.{4}(?=.)/g, '$& ')],
  ];
  return facts.flatMap(([label, value]) => (value === null || value === '' ? [] : [{ label, value }]));
};
