import type { TariffRulesJson } from '@nascente/contract/sites/tariff-rules';
import { formatNumber } from '@nascente/domain/base/units/format';
import { hasIntermediatePrice, isOfOnePrice } from '@nascente/domain/sites/tariffs/tariff-rules';
import { categoryNames, postNames } from '../../shared/tariffs/modality-words.ts';
import { clockText } from './form/clock-text.ts';

/** What a version says, one line each: a label and its value. */
interface Fact {
  readonly label: string;
  readonly value: string;
}

type WaterTableJson = Extract<TariffRulesJson, { modality: 'water' }>['water'];
type Windows = Extract<TariffRulesJson, { windows: unknown }>['windows'];
type Post = keyof typeof postNames;

const posts = Object.keys(postNames) as Post[];
const decimals = (text: string): number => Math.max(2, text.split('.')[1]?.length ?? 0);
const number = (text: string): string => formatNumber(Number(text), decimals(text));
const reais = (text: string, unit: string): string => `R$ ${number(text)}${unit}`;

/** As many decimals as their sum has, and no break between the two. */
const perKwh = (text: string): string => formatNumber(Number(text), Math.max(5, decimals(text)));

const energyFacts = (
  energy: Partial<Record<Post, { tusd: string; te: string }>>,
  isSingle: boolean,
): Fact[] =>
  posts.flatMap((post) => {
    const price = energy[post];
    if (price === undefined) return [];
    const label = isSingle ? 'Energia' : `Energia, ${postNames[post].toLowerCase()}`;
    const sum = formatNumber(Number(price.tusd) + Number(price.te), 5);
    const parts = `(TUSD ${perKwh(price.tusd)} + TE ${perKwh(price.te)})`.replaceAll(' ', '\u00a0');
    return [{ label, value: `R$ ${sum}/kWh ${parts}` }];
  });

const demandFacts = (demand: Partial<Record<Post, string>>): Fact[] =>
  posts.flatMap((post) => {
    const price = demand[post];
    if (price === undefined) return [];
    const label = 'inPoint' in demand ? `Demanda, ${postNames[post].toLowerCase()}` : 'Demanda';
    return [{ label, value: reais(price, '/kW') }];
  });

const windowFacts = (
  { peak, intermediate, hasPeakOnHolidays }: Windows,
  hasIntermediate: boolean,
): Fact[] => [
  { label: 'Horário de ponta', value: `${clockText(peak.start)} às ${clockText(peak.end)}` },
  ...(hasIntermediate
    ? [
        {
          label: 'Horário intermediário',
          value:
            intermediate.map(({ start, end }) => `${clockText(start)} às ${clockText(end)}`).join(' e ') ||
            'nenhum',
        },
      ]
    : []),
  { label: 'Feriados nacionais', value: hasPeakOnHolidays ? 'com ponta' : 'fora ponta' },
];

const tableFacts = (name: string, { fixedFee, minimum, tiers }: WaterTableJson): Fact[] => [
  { label: `${name}: taxa fixa`, value: reais(fixedFee, '') },
  ...(minimum > 0 ? [{ label: `${name}: mínimo`, value: `${formatNumber(minimum, 0)} m³` }] : []),
  ...tiers.map(({ upTo, price, flat }, index) => {
    const from = tiers[index - 1]?.upTo ?? 0;
    const range = upTo === null ? `acima de ${from} m³` : `de ${from} a ${upTo} m³`;
    return { label: `${name}: ${range}`, value: reais(price, flat ? ' (valor da faixa)' : '/m³') };
  }),
];

const sewageFacts = (rules: Extract<TariffRulesJson, { modality: 'water' }>): Fact[] => {
  const { sewage } = rules;
  if (sewage.mode === 'none') return [{ label: 'Esgoto', value: 'não cobrado' }];
  if (sewage.mode === 'table') return tableFacts('Esgoto', sewage.table);
  return [{ label: 'Esgoto', value: `${formatNumber(Number(sewage.share) * 100, 0)}% da água` }];
};

/** What a version's rules say, for people. */
export const factsOf = (rules: TariffRulesJson): readonly Fact[] => {
  if (rules.modality === 'simple')
    return posts.map((post) => ({ label: postNames[post], value: reais(rules[post], '') }));
  if (rules.modality === 'water')
    return [
      { label: 'Categoria', value: categoryNames[rules.category] },
      ...tableFacts('Água', rules.water),
      ...sewageFacts(rules),
    ];
  return [
    ...energyFacts(rules.energy, isOfOnePrice(rules.modality)),
    ...('demand' in rules ? demandFacts(rules.demand) : []),
    ...('windows' in rules ? windowFacts(rules.windows, hasIntermediatePrice(rules.modality)) : []),
  ];
};
