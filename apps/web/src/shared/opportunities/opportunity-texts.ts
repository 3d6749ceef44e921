import type { Opportunity, OpportunityOf } from '@nascente/contract/insight/opportunity-kinds';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import {
  formatCubicMetres,
  formatDay,
  formatNumber,
  formatPercent,
  formatReais,
  formatShortDay,
} from '@nascente/domain/base/units/format';
import { modalityNames } from '../tariffs/tariff-texts.ts';

const monthNames = [
  'janeiro',
  'fevereiro',
  'março',
  'abril',
  'maio',
  'junho',
  'julho',
  'agosto',
  'setembro',
  'outubro',
  'novembro',
  'dezembro',
] as const;

const kwhText = (energy: number): string => `${formatNumber(energy, 0)}\u00a0kWh`;

const MINUTES_AN_HOUR = 60;

/** '18h', '17h30'. */
const clockText = (hours: number): string => {
  const minutes = Math.round((hours % 1) * MINUTES_AN_HOUR);
  return `${Math.floor(hours)}h${minutes === 0 ? '' : String(minutes).padStart(2, '0')}`;
};

const peakAdvice = ({ peak }: Pick<OpportunityOf<'peak'>, 'peak'>): string => {
  const behind = peak.meter === null ? '' : `; nelas, quem mais consome é ${peak.meter.name}`;
  return `Leve para outras horas o que puder esperar entre ${clockText(peak.from)} e ${clockText(peak.to)} dos dias úteis${behind}. Em um de cada cinco dias a ponta já passa sem isso: são ${kwhText(peak.energy)} por ano, ${formatPercent(peak.share)} do que se consome nela.`;
};

/** '2032-03' as 'março de 2032'. */
const monthText = (month: string): string => {
  const [year, number] = month.split('-');
  return `${monthNames[Number(number) - 1]} de ${year}`;
};

const creditsAdvice = ({ credits }: Pick<OpportunityOf<'expiring-credits'>, 'credits'>): string =>
  `Ligue outra unidade da mesma empresa a estes créditos, ou leve para cá o consumo de outro lugar. Se os anos seguirem como o último, a partir de ${monthText(credits.first)} vencem ${kwhText(credits.energy)} em doze meses, sem uso depois de 60 meses.`;

const generationAdvice = ({
  generation: { factor, generated, used },
}: Pick<OpportunityOf<'larger-generation'>, 'generation'>): string =>
  `Peça o orçamento de uma geração ${formatNumber(factor, 1)} vezes maior: hoje ela dá ${kwhText(generated)} por ano, e o local usa ${kwhText(used)}. É uma indicação, pelo rendimento medido das placas que já existem.`;

const pricesAdvice = ({ prices }: Pick<OpportunityOf<'old-prices'>, 'prices'>): string => {
  const { tariff, validFrom, validUntil, newer, change } = prices;
  const old =
    validUntil === null
      ? `Os preços de ${tariff.name} são de ${formatDay(civilDate(validFrom))}, e a distribuidora reajusta todo ano`
      : `Os preços de ${tariff.name} valeram até ${formatDay(civilDate(validUntil))}`;
  if (newer === null || change === null)
    return `${old}. Peça a quem cuida do cadastro os preços novos: sem eles não se sabe quanto a fatura muda.`;
  return `Troque no contrato a tarifa por ${newer.name}, que vale desde ${formatDay(civilDate(newer.validFrom))}. ${old}: as faturas daqui saem ${change > 0 ? 'menores' : 'maiores'} do que as da distribuidora.`;
};

const KWH_PER_MWH = 1000;

/** R$/kWh as 'R$ 312,40/MWh', the suppliers' unit. */
export const perMwhText = (price: number): string => `${formatReais(price * KWH_PER_MWH)}/MWh`;

/** Notice periods: 180 days since REN ANEEL 1.081/2023, or as in an older contract. */
const marketAdvice = ({ market }: Pick<OpportunityOf<'free-market'>, 'market'>): string => {
  const traders = market.isRetail
    ? 'comercializadores varejistas, que representam quem tem menos de 500\u00a0kW'
    : 'comercializadores de energia';
  return `Peça propostas a ${traders}: abaixo de ${perMwhText(market.breakEven)}, com encargos e tributos, as faturas medidas teriam custado menos. Para sair, avise a distribuidora 180 dias antes, ou no prazo que o seu contrato com ela disser.`;
};

/** 'R$ 1.230': a yearly estimate has no meaningful cents. */
export const roundedReais = (amount: number): string => `R$\u00a0${formatNumber(Math.round(amount), 0)}`;

const kilowattText = (power: number): string =>
  `${formatNumber(power, Number.isInteger(power) ? 0 : 1)}\u00a0kW`;

type TariffChange = OpportunityOf<'modality' | 'demand'>;

const demandText = ({ demands }: Pick<TariffChange, 'demands'>): string =>
  demands
    .map(({ touPeriod, contracted }) => {
      if (touPeriod === null) return kilowattText(contracted);
      return `${kilowattText(contracted)} ${touPeriod === 'inPoint' ? 'na ponta' : 'fora ponta'}`;
    })
    .join(' e ');

const kvarText = ({ reactive: { kvar } }: OpportunityOf<'reactive'>): string =>
  `${formatNumber(kvar, Number.isInteger(kvar) ? 0 : 1)}\u00a0kvar`;

export const titleOf = (opportunity: Opportunity): string => {
  switch (opportunity.kind) {
    case 'modality':
      return `Mudar para a tarifa ${modalityNames[opportunity.modality.to]}`;
    case 'demand':
      return opportunity.seasons.length === 0
        ? `Contratar ${demandText(opportunity)}`
        : 'Contratar uma demanda para cada época do ano';
    case 'leak':
      return opportunity.leak.isContinuous
        ? `Verificar a água que não para: ${opportunity.meter.name}`
        : `Consertar o vazamento: ${opportunity.meter.name}`;
    case 'reactive':
      return `Corrigir o reativo com ${kvarText(opportunity)}`;
    case 'closed-hours':
      return 'Desligar o que fica ligado com o estabelecimento fechado';
    case 'peak':
      return 'Tirar consumo da ponta';
    case 'free-market':
      return 'Comprar energia no mercado livre';
    case 'bill-wrong':
      return opportunity.bills.count === 1
        ? 'Reclamar da fatura que veio acima do esperado'
        : `Reclamar das ${opportunity.bills.count} faturas que vieram acima do esperado`;
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

const measuredText = ({ evidence }: Pick<Opportunity, 'evidence'>): string => {
  const lower = evidence.filter(({ now, instead }) => instead < now).length;
  const count = evidence.length;
  if (count === 1) return 'O único ciclo medido teria custado menos.';
  return lower === count
    ? `Todas as ${count} faturas medidas teriam sido menores.`
    : `De ${count} faturas medidas, ${lower === 1 ? '1 teria sido menor' : `${lower} teriam sido menores`}.`;
};

/** The reason for a lower demand; without one, the number of lower bills. */
const whyText = (opportunity: TariffChange): string => {
  const { lowering } = opportunity;
  if (lowering === null) return measuredText(opportunity);
  const { noticeDays, earliest, lastLowered } = lowering;
  const last = lastLowered === null ? '' : `, e a última foi em ${formatDay(civilDate(lastLowered))}`;
  return `Pedida hoje, a redução vale a partir de ${formatDay(civilDate(earliest))}: a distribuidora tem ${noticeDays} dias, e só se reduz uma vez em 12 meses${last}.`;
};

const demandAdvice = (opportunity: OpportunityOf<'demand'>): string => {
  const [season] = opportunity.seasons;
  const requested =
    season === undefined
      ? `Peça à distribuidora a demanda contratada de ${demandText(opportunity)}.`
      : `Peça à distribuidora ${demandText(season)} de ${monthNames[season.from - 1]} a ${monthNames[season.to - 1]} e ${demandText(opportunity)} no resto do ano.`;
  return `${requested} ${whyText(opportunity)}`;
};

const modalityAdvice = (opportunity: OpportunityOf<'modality'>): string => {
  const { modality, demands } = opportunity;
  const [from, to] = [modalityNames[modality.from], modalityNames[modality.to]];
  const demand = demands.length === 0 ? '' : `, com ${demandText(opportunity)} de demanda contratada`;
  return `Peça à distribuidora a mudança de ${from} para ${to}${demand}. ${whyText(opportunity)}`;
};

const leakAdvice = ({ leak }: OpportunityOf<'leak'>): string => {
  const flow = `${formatNumber(leak.flow, leak.flow < 10 ? 1 : 0)}\u00a0L/h`;
  const since = formatShortDay(civilDate(leak.since));
  const flows = `correm ${flow} na hora mais calma da noite, ${formatCubicMetres(leak.perDay)} por dia`;
  return leak.isContinuous
    ? `Desde ${since} a água não para: ${flows}. Se ninguém a usa à noite, feche os registros um a um até achar o vazamento.`
    : `Feche os registros um a um à noite e veja com qual a água para. Desde ${since} ${flows} além do normal.`;
};

export const adviceOf = (opportunity: Opportunity): string => {
  switch (opportunity.kind) {
    case 'modality':
      return modalityAdvice(opportunity);
    case 'demand':
      return demandAdvice(opportunity);
    case 'leak':
      return leakAdvice(opportunity);
    case 'reactive':
      return `Instale um banco automático de capacitores de ${kvarText(opportunity)}, no tamanho à venda que tira quase todo o excedente. ${measuredText(opportunity)}`;
    case 'closed-hours':
      return `Veja o que fica ligado depois de fechar: ${formatPercent(opportunity.closed.share)} da energia é consumida com o estabelecimento fechado. Se todo dia fosse como os mais calmos, um em cada cinco, seriam ${kwhText(opportunity.closed.energy)} a menos por ano.`;
    case 'peak':
      return peakAdvice(opportunity);
    case 'free-market':
      return marketAdvice(opportunity);
    case 'bill-wrong':
      return 'Confira linha a linha o que a distribuidora cobrou, e peça a correção. O que foi pago a mais nos últimos doze meses é devolvido uma vez.';
    case 'expiring-credits':
      return creditsAdvice(opportunity);
    case 'larger-generation':
      return generationAdvice(opportunity);
    case 'old-prices':
      return pricesAdvice(opportunity);
    case 'no-general-meter':
      return 'Instale um medidor na entrada e marque-o como medidor geral. Sem ele, só se sabe a soma das partes: o que passa por fora delas, a demanda do todo e o fator de potência ficam desconhecidos.';
  }
};

const meterOf = (opportunity: Opportunity): { readonly mac: string } | null => {
  if (opportunity.kind === 'leak') return opportunity.meter;
  if (opportunity.kind === 'peak') return opportunity.peak.meter;
  return opportunity.kind === 'closed-hours' ? opportunity.closed.meter : null;
};

export const detailsOf = (opportunity: Opportunity): { to: string; text: string } => {
  const { establishment } = opportunity;
  const meter = meterOf(opportunity);
  if (meter !== null) return { to: `/meter/${meter.mac}`, text: 'Ver o medidor' };
  const bill = `/bill/${establishment._id}`;
  switch (opportunity.kind) {
    case 'bill-wrong':
      return { to: `${bill}/utility`, text: 'Ver as faturas lançadas' };
    case 'reactive':
    case 'closed-hours':
    case 'peak':
    case 'leak':
    case 'expiring-credits':
      return { to: bill, text: 'Ver a fatura' };
    case 'modality':
    case 'demand':
    case 'free-market':
      return { to: `${bill}/tariffs`, text: 'Ver a comparação inteira' };
    case 'larger-generation':
    case 'no-general-meter':
      return { to: `/flow/${establishment._id}`, text: 'Ver para onde vai a energia' };
    case 'old-prices':
      return opportunity.prices.newer === null
        ? { to: bill, text: 'Ver a fatura' }
        : { to: `${bill}/contract`, text: 'Ver o contrato' };
  }
};

/** Amounts other than a yearly saving; null for yearly savings. */
const otherAmountOf = (opportunity: Opportunity): string | null => {
  const { perYear, evidence } = opportunity;
  // With an offered price the evidence contains each cycle in both markets.
  if (perYear === null)
    return opportunity.kind === 'free-market' && evidence.length > 0
      ? 'Não compensa a este preço'
      : 'Valor desconhecido';
  if (opportunity.kind === 'bill-wrong') return `${roundedReais(perYear)} a receber`;
  if (opportunity.kind !== 'old-prices') return null;
  return `${roundedReais(perYear)} por ano a ${(opportunity.prices.change ?? 0) > 0 ? 'mais' : 'menos'} na fatura`;
};

/** 'R$ 1.230 por ano'; for an overcharge the single refund, for an unknown amount a text. */
export const amountOf = (opportunity: Opportunity): string =>
  otherAmountOf(opportunity) ?? `${roundedReais(opportunity.perYear ?? 0)} por ano`;

/** What remains of a saving without the taxes that the company takes as credit; null without credits. */
export const ownSavingOf = (opportunity: Opportunity): string | null => {
  const { perYear, recoveredShare } = opportunity;
  return perYear === null || recoveredShare === undefined || otherAmountOf(opportunity) !== null
    ? null
    : `Sem os tributos que a empresa recupera, cerca de ${roundedReais(perYear * (1 - recoveredShare))} por ano.`;
};

/** A range narrower than this share of its amount is not shown. */
const NARROW = 0.02;

/** 'de R$ 900 a R$ 1.500', or the price below which the free market pays off; `null` for an unknown amount or a narrow range. */
export const rangeOf = (opportunity: Opportunity): string | null => {
  const { kind, low, high, perYear } = opportunity;
  if (opportunity.kind === 'free-market' && perYear === null)
    return `compensa abaixo de ${perMwhText(opportunity.market.breakEven)}`;
  if (low === null || high === null || perYear === null) return null;
  if (kind === 'bill-wrong') return 'uma vez';
  return high - low < NARROW * perYear
    ? 'quase sem variação'
    : `de ${roundedReais(low)} a ${roundedReais(high)}`;
};

/** Certainty as one to three dots. */
export const surenessOf: Readonly<
  Record<Opportunity['sureness'], { readonly dots: number; readonly text: string }>
> = {
  high: { dots: 3, text: 'Certeza alta: um ano medido quase inteiro' },
  medium: { dots: 2, text: 'Certeza média: uma parte do ano foi medida, ou as faturas variam muito' },
  low: { dots: 1, text: 'Certeza baixa: pouco foi medido ainda' },
};
