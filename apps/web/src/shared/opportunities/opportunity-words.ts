import type { Opportunity } from '@nascente/contract/insight/opportunities';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import {
  formatCubicMetres,
  formatDay,
  formatNumber,
  formatPercent,
  formatShortDay,
} from '@nascente/domain/base/units/format';
import { modalityNames } from '../tariffs/modality-words.ts';
import {
  generationAdvice,
  kwhText,
  marketAdvice,
  monthNames,
  peakAdvice,
  perMwhText,
  pricesAdvice,
} from './advice-words.ts';

/** 'R$ 1.230': of an estimate for a year, cents would only pretend to be known. */
export const wholeReais = (amount: number): string => `R$\u00a0${formatNumber(Math.round(amount), 0)}`;

const kilowattText = (power: number): string =>
  `${formatNumber(power, Number.isInteger(power) ? 0 : 1)}\u00a0kW`;

const demandText = ({ demands }: Pick<Opportunity, 'demands'>): string =>
  demands
    .map(({ post, contracted }) => {
      if (post === null) return kilowattText(contracted);
      return `${kilowattText(contracted)} ${post === 'inPoint' ? 'na ponta' : 'fora ponta'}`;
    })
    .join(' e ');

/** '12,5 kvar' */
const kvarText = ({ reactive }: Opportunity): string => {
  const kvar = reactive?.kvar ?? 0;
  return `${formatNumber(kvar, Number.isInteger(kvar) ? 0 : 1)}\u00a0kvar`;
};

/** What to do, beginning with a verb. */
export const titleOf = (opportunity: Opportunity): string => {
  const { kind, meter, modality, leak, seasons } = opportunity;
  const name = meter?.name ?? '';
  switch (kind) {
    case 'modality':
      return `Mudar para a tarifa ${modality === null ? '' : modalityNames[modality.to]}`;
    case 'demand':
      return seasons.length === 0
        ? `Contratar ${demandText(opportunity)}`
        : 'Contratar uma demanda para cada época do ano';
    case 'leak':
      return leak?.isContinuous ? `Verificar a água que não para: ${name}` : `Consertar o vazamento: ${name}`;
    case 'reactive':
      return `Corrigir o reativo com ${kvarText(opportunity)}`;
    case 'closed-hours':
      return 'Desligar o que fica ligado com o local fechado';
    case 'peak':
      return 'Tirar consumo da ponta';
    case 'free-market':
      return 'Comprar energia no mercado livre';
    case 'bill-wrong':
      return opportunity.bills?.count === 1
        ? 'Reclamar da conta que veio acima do esperado'
        : `Reclamar das ${opportunity.bills?.count ?? ''} contas que vieram acima do esperado`;
    case 'expiring-credits':
      return 'Usar os créditos de geração antes que vençam';
    case 'larger-generation':
      return 'Ampliar a geração';
    case 'old-prices':
      return 'Atualizar a tarifa do contrato';
    case 'no-general-meter':
      return 'Instalar um medidor geral';
  }
};

/** How many of the measured bills would have been lower. */
const measuredText = ({ evidence }: Opportunity): string => {
  const lower = evidence.filter(({ now, instead }) => instead < now).length;
  const count = evidence.length;
  if (count === 1) return 'O único ciclo medido teria custado menos.';
  return lower === count
    ? `Todas as ${count} contas medidas teriam sido menores.`
    : `De ${count} contas medidas, ${lower === 1 ? '1 teria sido menor' : `${lower} teriam sido menores`}.`;
};

/** When a demand that is to be lowered can be lower; where none is, how many bills would have been. */
const whyText = (opportunity: Opportunity): string => {
  const { lowering } = opportunity;
  if (lowering === null) return measuredText(opportunity);
  const { noticeDays, earliest, lastLowered } = lowering;
  const last = lastLowered === null ? '' : `, e a última foi em ${formatDay(civilDate(lastLowered))}`;
  return `Pedida hoje, a redução vale a partir de ${formatDay(civilDate(earliest))}: a distribuidora tem ${noticeDays} dias, e só se reduz uma vez em 12 meses${last}.`;
};

const demandAdvice = (opportunity: Opportunity): string => {
  const [season] = opportunity.seasons;
  const asked =
    season === undefined
      ? `Peça à distribuidora a demanda contratada de ${demandText(opportunity)}.`
      : `Peça à distribuidora ${demandText(season)} de ${monthNames[season.from - 1]} a ${monthNames[season.to - 1]} e ${demandText(opportunity)} no resto do ano.`;
  return `${asked} ${whyText(opportunity)}`;
};

/** What to do, in two sentences. */
export const adviceOf = (opportunity: Opportunity): string => {
  const { kind, modality, leak, demands } = opportunity;
  switch (kind) {
    case 'modality': {
      const [from, to] =
        modality === null ? ['', ''] : [modalityNames[modality.from], modalityNames[modality.to]];
      const demand = demands.length === 0 ? '' : `, com ${demandText(opportunity)} de demanda contratada`;
      return `Peça à distribuidora a mudança de ${from} para ${to}${demand}. ${whyText(opportunity)}`;
    }
    case 'demand':
      return demandAdvice(opportunity);
    case 'leak': {
      if (leak === null) return '';
      const flow = `${formatNumber(leak.flow, leak.flow < 10 ? 1 : 0)}\u00a0L/h`;
      const since = formatShortDay(civilDate(leak.since));
      const flows = `correm ${flow} na hora mais calma da noite, ${formatCubicMetres(leak.perDay)} por dia`;
      return leak.isContinuous
        ? `Desde ${since} a água não para: ${flows}. Se ninguém a usa à noite, feche os registros um a um até achar o vazamento.`
        : `Feche os registros um a um à noite e veja com qual a água para. Desde ${since} ${flows} além do normal.`;
    }
    case 'reactive':
      return `Instale um banco automático de capacitores de ${kvarText(opportunity)}, no tamanho à venda que tira quase todo o excedente. ${measuredText(opportunity)}`;
    case 'closed-hours':
      return opportunity.closed === null
        ? ''
        : `Veja o que fica ligado depois de fechar: ${formatPercent(opportunity.closed.share)} da energia é consumida com o local fechado. Se todo dia fosse como os mais calmos, um em cada cinco, seriam ${kwhText(opportunity.closed.energy)} a menos por ano.`;
    case 'peak':
      return opportunity.peak === null ? '' : peakAdvice(opportunity.peak);
    case 'free-market':
      return marketAdvice(opportunity);
    case 'bill-wrong':
      return 'Confira linha a linha o que a distribuidora cobrou, e peça a correção. O que foi pago a mais nos últimos doze meses é devolvido uma vez.';
    case 'expiring-credits':
    case 'larger-generation':
      return generationAdvice(opportunity);
    case 'old-prices':
      return pricesAdvice(opportunity);
    case 'no-general-meter':
      return 'Instale um medidor na entrada e marque-o como medidor geral. Sem ele, só se sabe a soma das partes: o que passa por fora delas, a demanda do todo e o fator de potência ficam desconhecidos.';
  }
};

/** Where the details stand. */
export const detailsOf = (opportunity: Opportunity): { to: string; words: string } => {
  const { kind, establishment, meter, peak, closed, prices } = opportunity;
  const seenAt = meter ?? peak?.meter ?? closed?.meter ?? null;
  if (seenAt !== null) return { to: `/meter/${seenAt.mac}`, words: 'Ver o medidor' };
  const bill = `/bill/${establishment._id}`;
  switch (kind) {
    case 'bill-wrong':
      return { to: `${bill}/utility`, words: 'Ver as contas lançadas' };
    case 'reactive':
    case 'closed-hours':
    case 'peak':
    case 'leak':
    case 'expiring-credits':
      return { to: bill, words: 'Ver a conta' };
    case 'modality':
    case 'demand':
    case 'free-market':
      return { to: `${bill}/tariffs`, words: 'Ver a comparação inteira' };
    case 'larger-generation':
    case 'no-general-meter':
      return { to: `/flow/${establishment._id}`, words: 'Ver para onde vai a energia' };
    case 'old-prices':
      return prices?.newer === null
        ? { to: bill, words: 'Ver a conta' }
        : { to: `${bill}/contract`, words: 'Ver o contrato' };
  }
};

/** What is in no year's sum, in words of its own; null of all that is saved year by year. */
const otherAmountOf = ({ kind, perYear, prices, market, evidence }: Opportunity): string | null => {
  // Priced by an offer, each cycle is told in both markets.
  if (perYear === null && market !== null && evidence.length > 0) return 'Não compensa a este preço';
  if (perYear === null) return 'Valor desconhecido';
  if (kind === 'bill-wrong') return `${wholeReais(perYear)} a receber`;
  if (kind !== 'old-prices') return null;
  return `${wholeReais(perYear)} por ano a ${(prices?.change ?? 0) > 0 ? 'mais' : 'menos'} na conta`;
};

/** 'R$ 1.230 por ano'; what was billed too much comes back once, and what cannot be known is not told. */
export const amountOf = (opportunity: Opportunity): string =>
  otherAmountOf(opportunity) ?? `${wholeReais(opportunity.perYear ?? 0)} por ano`;

/** A range narrower than this share of its amount says no more than that it is narrow. */
const NARROW = 0.02;

/** 'de R$ 900 a R$ 1.500'; of an amount that cannot be known null, or the price on which it depends. */
export const rangeOf = ({ kind, low, high, perYear, market }: Opportunity): string | null => {
  if (market !== null && perYear === null) return `compensa abaixo de ${perMwhText(market.breakEven)}`;
  if (low === null || high === null || perYear === null) return null;
  if (kind === 'bill-wrong') return 'uma vez';
  return high - low < NARROW * perYear ? 'quase sem variação' : `de ${wholeReais(low)} a ${wholeReais(high)}`;
};

/** How sure it is, of three dots. */
export const surenessOf: Readonly<
  Record<Opportunity['sureness'], { readonly dots: number; readonly words: string }>
> = {
  high: { dots: 3, words: 'Certeza alta: um ano medido quase inteiro' },
  medium: { dots: 2, words: 'Certeza média: uma parte do ano foi medida, ou as contas variam muito' },
  low: { dots: 1, words: 'Certeza baixa: pouco foi medido ainda' },
};
