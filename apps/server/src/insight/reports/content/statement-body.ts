import type { ReportPeriod } from '@nascente/contract/insight/reports';
import { formatPercent, formatReais, NOTICEABLE_CHANGE } from '@nascente/domain/base/units/format';
import { linesTable } from './bill-tables.ts';
import { type ChargedEstablishment, chargedOf, consumedOf } from './charged-establishment.ts';
import type { Cell, ReportBody, ReportRow, ReportTable } from './report-content.ts';
import {
  completenessText,
  daysText,
  fromToText,
  ONLY_AN_ESTIMATE,
  pricingOf,
  quantityCell,
  quantityText,
  rowNote,
  STILL_OPEN,
} from './report-texts.ts';

const PRICE_DECIMALS = 5;
const SHEET_NAME_LENGTH = 22;

const sheetName = (what: string, { name }: ChargedEstablishment, index: number): string =>
  `${what} ${index + 1} ${name.replaceAll(/[[\]*?:/\\']/g, ' ').slice(0, SHEET_NAME_LENGTH)}`.trim();

const IN_TWO_PARTS = [
  { label: 'Pelo consumo', share: 0.15, align: 'right' as const },
  { label: 'Partes iguais', share: 0.14, align: 'right' as const },
];

/** A row for each own meter: consumption, share and amount, with equally shared lines. */
const chargedTable = (establishment: ChargedEstablishment, index: number): ReportTable => {
  const { name, bill, parts, equal } = establishment;
  if (parts === null)
    return {
      ...linesTable(bill),
      title: sheetName('Fatura', establishment, index),
      heading: `${name}: a fatura inteira é sua`,
    };
  const equalShare = equal.among === 0 ? 0 : Math.round((equal.amount / equal.among) * 100) / 100;
  const hasEqual = equal.amount !== 0;
  const total = chargedOf(establishment);
  /** The amount, in two parts if some lines are shared equally. */
  const amounts = (amount: number | null): Cell[] => {
    if (!hasEqual) return [{ reais: amount }];
    const byUse = amount === null ? null : amount - equalShare;
    return [{ reais: byUse }, { reais: amount === null ? null : equalShare }, { reais: amount }];
  };
  return {
    title: sheetName('Sua parte', establishment, index),
    heading: `${name}, ${bill.type === 'water' ? 'água' : 'energia'}: ${daysText(bill)}`,
    columns: [
      { label: 'Seu medidor', share: hasEqual ? 0.26 : 0.4 },
      { label: 'Consumo', share: 0.18, align: 'right' },
      { label: 'Sua parte', share: hasEqual ? 0.12 : 0.18, align: 'right' },
      ...(hasEqual ? IN_TWO_PARTS : []),
      { label: 'A pagar', share: hasEqual ? 0.15 : 0.24, align: 'right' },
    ],
    rows: [
      ...parts.map(
        ({ name: meter, total: consumed, share, amount, estimated }): ReportRow => ({
          cells: [meter, quantityCell(bill, consumed), { share }, ...amounts(amount)],
          note: rowNote(null, estimated),
        }),
      ),
      {
        cells: [
          'Total',
          quantityCell(bill, consumedOf(establishment)),
          { share: parts.reduce((sum, { share }) => sum + share, 0) },
          ...(hasEqual ? ['', ''] : []),
          { reais: total },
        ],
        isTotal: true,
      },
    ],
  };
};

/** The prices of the bill without its quantities, which include other customers. */
const pricesTable = (establishment: ChargedEstablishment, index: number): ReportTable[] => {
  const { bill, name, parts } = establishment;
  const priced = bill.lines.filter(({ price }) => price !== null);
  if (parts === null || priced.length === 0) return [];
  return [
    {
      title: sheetName('Preços', establishment, index),
      heading: `${name}: os preços da fatura`,
      columns: [
        { label: 'Linha', share: 0.6 },
        { label: 'Unidade', share: 0.18, align: 'right' },
        { label: 'Preço (R$)', share: 0.22, align: 'right' },
      ],
      rows: priced.map(({ label, unit, price, note }) => ({
        cells: [label, unit ?? '', { quantity: price, decimals: PRICE_DECIMALS }],
        note,
      })),
    },
  ];
};

const movedText = (what: string, current: number, before: number): string => {
  const change = before === 0 ? 0 : current / before - 1;
  if (Math.abs(change) < NOTICEABLE_CHANGE) return `${what} ficou igual`;
  return `${what} ${change > 0 ? 'subiu' : 'caiu'} ${formatPercent(Math.abs(change))}`;
};

const comparedReasons = (establishment: ChargedEstablishment, period: ReportPeriod): readonly string[] => {
  const { name, bill, before } = establishment;
  if (before === null || before.consumed === 0) return [];
  const amount = chargedOf(establishment);
  const isPriced = amount !== null && before.amount !== null;
  const was = `${quantityText(bill, before.consumed)}${isPriced ? ` e ${formatReais(before.amount)}` : ''}`;
  const moved = [
    movedText('o consumo', consumedOf(establishment), before.consumed),
    ...(isPriced ? [movedText('o valor', amount, before.amount)] : []),
  ];
  return [
    `${name}: ${period === 'week' ? 'na semana anterior' : 'no ciclo anterior'} foram ${was}; ${moved.join(' e ')}.`,
  ];
};

const reasonsOf = (establishment: ChargedEstablishment): readonly string[] => {
  const { name, bill, parts, equal } = establishment;
  if (parts === null)
    return [`${name}: seus medidores medem o estabelecimento inteiro, e a fatura é toda sua.`];
  const consumed = consumedOf(establishment);
  const share = parts.reduce((sum, part) => sum + part.share, 0);
  const [first] = parts;
  const own = parts.length === 1 ? `${first?.name ?? ''} consumiu` : 'seus medidores consumiram';
  const equally = bill.lines.filter(({ sharing }) => sharing === 'equally').map(({ label }) => label);
  return [
    `${name}: ${own} ${quantityText(bill, consumed)}, ${formatPercent(share, 1)} do que o estabelecimento consumiu de ${fromToText(bill)}. As linhas da fatura que mudam com o consumo são divididas nesta proporção.`,
    equal.amount === 0
      ? `${name}: as linhas que não dependem do consumo, como a iluminação pública, ficam com o estabelecimento e não entram no seu valor.`
      : `${name}: divididas em partes iguais entre ${equal.among} medidores: ${equally.join(', ')}. As outras linhas fixas ficam com o estabelecimento.`,
  ];
};

export const statementBody = (statement: {
  clientName: string;
  period: ReportPeriod;
  days: string;
  isOpen: boolean;
  charged: readonly ChargedEstablishment[];
  total: number | null;
  leftOut: number;
}): ReportBody => {
  const { charged, total, isOpen, leftOut } = statement;
  const meters = charged.reduce((sum, { parts, bill }) => sum + (parts ?? bill.meters).length, 0);
  const consumptionOf = (type: 'eletric' | 'water'): Cell[] => {
    const establishments = charged.filter(({ bill }) => bill.type === type);
    if (establishments.length === 0) return [];
    const consumed = establishments.reduce((sum, establishment) => sum + consumedOf(establishment), 0);
    return [quantityCell({ type }, consumed)];
  };
  const [consumed = '—', beside] = [...consumptionOf('eletric'), ...consumptionOf('water')];
  const worst = {
    completeness: Math.min(...charged.map(({ bill }) => bill.completeness), 1),
    estimated: Math.max(...charged.map(({ bill }) => bill.estimated ?? 0), 0),
  };
  return {
    subject: statement.clientName,
    title: statement.period === 'week' ? 'Demonstrativo semanal' : 'Demonstrativo mensal',
    days: statement.days,
    figures: [
      { label: isOpen ? 'Até agora' : 'A pagar', value: total === null ? '—' : { reais: total }, note: '' },
      { label: 'Seu consumo', value: consumed, ...(beside === undefined ? {} : { beside }), note: '' },
      { label: 'Medidores', value: { quantity: meters, decimals: 0 }, note: '' },
    ],
    charts: [],
    tables: charged.flatMap((establishment, index) => [
      chargedTable(establishment, index),
      ...pricesTable(establishment, index),
    ]),
    reasons: charged.flatMap((establishment) => [
      ...reasonsOf(establishment),
      ...comparedReasons(establishment, statement.period),
    ]),
    assumptions: [
      ...(isOpen ? [STILL_OPEN] : []),
      ...(charged.length === 0 ? ['Nenhuma fatura de medidores seus fechou neste período.'] : []),
      ...(leftOut > 0 && charged.length > 0
        ? ['Algumas faturas ficaram de fora: nenhum ciclo delas fechou neste período.']
        : []),
      ...(charged.length === 0 ? [] : [completenessText(worst.completeness, worst.estimated)]),
      ...new Set(charged.flatMap(({ bill }) => pricingOf(bill))),
      ONLY_AN_ESTIMATE,
    ],
  };
};
