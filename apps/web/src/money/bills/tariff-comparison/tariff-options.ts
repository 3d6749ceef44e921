import type { TariffComparison } from '@nascente/contract/money/tariff-comparison';
import { formatNumber } from '@nascente/domain/base/units/format';
import { isDemandEnough, WORTH_ASKING } from '@nascente/domain/money/comparison/advised-step';
import { roundedReais } from '../../../shared/opportunities/opportunity-texts.ts';
import { modalityNames } from '../../../shared/tariffs/tariff-texts.ts';
import { sumReais } from '../cycle-bill/bill-groups.ts';

type Compared = TariffComparison['modalities'][number];

/** An option of the establishment: as today, another demand, or another modality with its best demand. */
export interface TariffOption {
  readonly key: string;
  readonly step: 'stay' | 'demand' | 'modality';
  /** 'Azul', 'Azul com 30/44 kW', 'Verde como hoje' */
  readonly name: string;
  readonly modality: Compared['modality'];
  /** '30/44 kW', peak and off-peak; null where no demand is billed. */
  readonly demand: string | null;
  readonly tariff: Compared['tariff'];
  /** R$ of all cycles, and of each. */
  readonly cost: number;
  /** R$ without the taxes that the company takes as credit; null if it takes none. */
  readonly costWithoutCredits: number | null;
  readonly cycles: readonly { readonly start: string; readonly end: string; readonly cost: number }[];
}

export interface TariffAdvice {
  /** By cost; first the small step, where it gives most of the saving. */
  readonly options: readonly TariffOption[];
  /** Null where the contract's modality is not compared. */
  readonly today: TariffOption | null;
  /** The advice, as today where nothing costs less; null without a comparison. */
  readonly best: TariffOption | null;
  /** R$ the best option costs less than today. */
  readonly saving: number;
}

const PERIOD_ORDER = ['inPoint', 'outPoint'];

const demandOf = ({ optimal }: Compared): string | null => {
  const sorted = optimal.toSorted(
    (a, b) => PERIOD_ORDER.indexOf(a.touPeriod ?? '') - PERIOD_ORDER.indexOf(b.touPeriod ?? ''),
  );
  if (sorted.length === 0) return null;
  return `${sorted.map(({ contracted }) => formatNumber(contracted, 0)).join('/')}\u00a0kW`;
};

const asToday = (compared: Compared): TariffOption => ({
  key: 'today',
  step: 'stay',
  name: `${modalityNames[compared.modality]} como hoje`,
  modality: compared.modality,
  demand: null,
  tariff: compared.tariff,
  cost: compared.total,
  costWithoutCredits: compared.withoutTaxCredits?.total ?? null,
  cycles: compared.months.map(({ start, end, total }) => ({ start, end, cost: total })),
});

const withBestDemand = (compared: Compared, step: TariffOption['step']): TariffOption => {
  const demand = demandOf(compared);
  const name = modalityNames[compared.modality];
  return {
    key: `${compared.modality} ${compared.tariff._id}`,
    step,
    name: demand === null ? name : `${name} com ${demand}`,
    modality: compared.modality,
    demand,
    tariff: compared.tariff,
    cost: compared.optimalTotal,
    costWithoutCredits: compared.withoutTaxCredits?.optimalTotal ?? null,
    cycles: compared.months.map(({ start, end, optimalTotal }) => ({ start, end, cost: optimalTotal })),
  };
};

/** The options and the advice behind sentence, table and chart. */
export const adviceOf = ({ current, modalities }: TariffComparison): TariffAdvice => {
  const mine = modalities.find(({ modality }) => modality === current);
  const today = mine === undefined ? null : asToday(mine);
  const changes = modalities.flatMap((compared) => {
    if (compared !== mine) return [withBestDemand(compared, 'modality')];
    return compared.optimalTotal < compared.total ? [withBestDemand(compared, 'demand')] : [];
  });
  // An option as cheap as today ranks behind it.
  const ranked = [...(today === null ? [] : [today]), ...changes].toSorted((a, b) => a.cost - b.cost);
  const [cheapest = null] = ranked;
  if (today === null || cheapest === null) return { options: ranked, today, best: cheapest, saving: 0 };
  const savingOf = (option: TariffOption) => sumReais([today.cost, -option.cost]);
  const small = ranked.find(({ step }) => step === 'demand');
  const isSmallEnough = small !== undefined && isDemandEnough(savingOf(small), savingOf(cheapest));
  const advised = isSmallEnough ? small : cheapest;
  const best = savingOf(advised) < WORTH_ASKING ? today : advised;
  return {
    options: [best, ...ranked.filter((option) => option !== best)],
    today,
    best,
    saving: savingOf(best),
  };
};

const cyclesText = (count: number): string => (count === 1 ? 'em 1 ciclo' : `em ${count} ciclos`);

/** The cheapest option where it costs noticeably less than the advised small step; otherwise null. */
const cheaperThanAdvised = ({ options, best }: TariffAdvice): TariffOption | null => {
  if (best?.step !== 'demand') return null;
  const [cheapest = best] = options.toSorted((one, other) => one.cost - other.cost);
  return sumReais([best.cost, -cheapest.cost]) < WORTH_ASKING ? null : cheapest;
};

export const reasonNotCheapest = (advice: TariffAdvice): string | null => {
  const cheapest = cheaperThanAdvised(advice);
  return cheapest && 'Não é a mais barata: dá a maior parte da economia sem trocar de modalidade';
};

const furtherText = (advice: TariffAdvice): string => {
  const further = cheaperThanAdvised(advice);
  if (further === null || advice.best === null) return '';
  const less = roundedReais(sumReais([advice.best.cost, -further.cost]));
  return ` ${further.name} custaria ainda ${less} a menos, mas pede a troca de modalidade.`;
};

/** 'Peça a Azul com 30/44 kW: R$ 2.747 a menos em 6 ciclos.' */
export const adviceText = (advice: TariffAdvice, cycles: number): string | null => {
  const { best, today, saving } = advice;
  if (best === null) return null;
  const when = cyclesText(cycles);
  if (today === null) {
    return `A mais barata seria ${best.name}: ${roundedReais(best.cost)} ${when}.`;
  }
  if (best.step === 'stay') {
    const others = advice.options.length === 1 ? '' : `, ${roundedReais(best.cost)} ${when}`;
    return `Você já está na mais barata: ${modalityNames[best.modality]}${others}.`;
  }
  const less = `${roundedReais(saving)} a menos ${when}.`;
  if (best.step === 'modality') return `Peça a ${best.name}: ${less}`;
  return `Peça só outra demanda, ${best.demand ?? ''}, e fique na ${modalityNames[best.modality]}: ${less}${furtherText(advice)}`;
};
