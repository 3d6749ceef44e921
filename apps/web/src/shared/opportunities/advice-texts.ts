import type { OpportunityOf } from '@nascente/contract/insight/opportunity-kinds';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDay, formatNumber, formatPercent, formatReais } from '@nascente/domain/base/units/format';

export const monthNames = [
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

export const kwhText = (energy: number): string => `${formatNumber(energy, 0)}\u00a0kWh`;

const MINUTES_AN_HOUR = 60;

/** '18h', '17h30'. */
const clockText = (hours: number): string => {
  const minutes = Math.round((hours % 1) * MINUTES_AN_HOUR);
  return `${Math.floor(hours)}h${minutes === 0 ? '' : String(minutes).padStart(2, '0')}`;
};

export const peakAdvice = ({ peak }: Pick<OpportunityOf<'peak'>, 'peak'>): string => {
  const behind = peak.meter === null ? '' : `; nelas, quem mais consome é ${peak.meter.name}`;
  return `Leve para outras horas o que puder esperar entre ${clockText(peak.from)} e ${clockText(peak.to)} dos dias úteis${behind}. Em um de cada cinco dias a ponta já passa sem isso: são ${kwhText(peak.energy)} por ano, ${formatPercent(peak.share)} do que se consome nela.`;
};

/** '2032-03' as 'março de 2032'. */
const monthText = (month: string): string => {
  const [year, number] = month.split('-');
  return `${monthNames[Number(number) - 1]} de ${year}`;
};

export const creditsAdvice = ({ credits }: Pick<OpportunityOf<'expiring-credits'>, 'credits'>): string =>
  `Ligue outra unidade da mesma empresa a estes créditos, ou leve para cá o consumo de outro lugar. Se os anos seguirem como o último, a partir de ${monthText(credits.first)} vencem ${kwhText(credits.energy)} em doze meses, sem uso depois de 60 meses.`;

export const generationAdvice = ({
  generation: { factor, generated, used },
}: Pick<OpportunityOf<'larger-generation'>, 'generation'>): string =>
  `Peça o orçamento de uma geração ${formatNumber(factor, 1)} vezes maior: hoje ela dá ${kwhText(generated)} por ano, e o local usa ${kwhText(used)}. É uma indicação, pelo rendimento medido das placas que já existem.`;

export const pricesAdvice = ({ prices }: Pick<OpportunityOf<'old-prices'>, 'prices'>): string => {
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
export const marketAdvice = ({ market }: Pick<OpportunityOf<'free-market'>, 'market'>): string => {
  const traders = market.isRetail
    ? 'comercializadores varejistas, que representam quem tem menos de 500\u00a0kW'
    : 'comercializadores de energia';
  return `Peça propostas a ${traders}: abaixo de ${perMwhText(market.breakEven)}, com encargos e tributos, as faturas medidas teriam custado menos. Para sair, avise a distribuidora 180 dias antes, ou no prazo que o seu contrato com ela disser.`;
};
