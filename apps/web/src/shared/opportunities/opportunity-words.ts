import type { Opportunity } from '@nascente/contract/opportunities';
import { civilDate } from '@nascente/domain/time/civil-day';
import { formatCubicMetres, formatNumber, formatShortDay } from '@nascente/domain/units/format';
import { modalityNames } from '../tariffs/modality-words.ts';

/** 'R$ 1.230': of an estimate for a year, cents would only pretend to be known. */
export const wholeReais = (amount: number): string => `R$\u00a0${formatNumber(Math.round(amount), 0)}`;

const kilowattText = (power: number): string =>
  `${formatNumber(power, Number.isInteger(power) ? 0 : 1)}\u00a0kW`;

const demandText = ({ demands }: Opportunity): string =>
  demands
    .map(({ post, contracted }) => {
      if (post === null) return kilowattText(contracted);
      return `${kilowattText(contracted)} ${post === 'inPoint' ? 'na ponta' : 'fora ponta'}`;
    })
    .join(' e ');

/** What to do, beginning with a verb. */
export const titleOf = (opportunity: Opportunity): string => {
  const { kind, meter, modality, leak } = opportunity;
  const name = meter?.name ?? '';
  switch (kind) {
    case 'modality':
      return `Mudar para a tarifa ${modality === null ? '' : modalityNames[modality.to]}`;
    case 'demand':
      return `Contratar ${demandText(opportunity)}`;
    case 'leak':
      return leak?.isContinuous ? `Verificar a água que não para: ${name}` : `Consertar o vazamento: ${name}`;
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

/** What to do, in two sentences. */
export const adviceOf = (opportunity: Opportunity): string => {
  const { kind, modality, leak, demands } = opportunity;
  switch (kind) {
    case 'modality': {
      const [from, to] =
        modality === null ? ['', ''] : [modalityNames[modality.from], modalityNames[modality.to]];
      const demand = demands.length === 0 ? '' : `, com ${demandText(opportunity)} de demanda contratada`;
      return `Peça à distribuidora a mudança de ${from} para ${to}${demand}. ${measuredText(opportunity)}`;
    }
    case 'demand':
      return `Peça à distribuidora a demanda contratada de ${demandText(opportunity)}. ${measuredText(opportunity)}`;
    case 'leak': {
      if (leak === null) return '';
      const flow = `${formatNumber(leak.flow, leak.flow < 10 ? 1 : 0)}\u00a0L/h`;
      const since = formatShortDay(civilDate(leak.since));
      const flows = `correm ${flow} na hora mais calma da noite, ${formatCubicMetres(leak.perDay)} por dia`;
      return leak.isContinuous
        ? `Desde ${since} a água não para: ${flows}. Se ninguém a usa à noite, feche os registros um a um até achar o vazamento.`
        : `Feche os registros um a um à noite e veja com qual a água para. Desde ${since} ${flows} além do normal.`;
    }
  }
};

/** Where the details stand. */
export const detailsOf = ({ kind, establishment, meter }: Opportunity): { to: string; words: string } =>
  kind === 'leak' && meter !== null
    ? { to: `/meter/${meter.mac}`, words: 'Ver o medidor' }
    : { to: `/bill/${establishment._id}/tariffs`, words: 'Ver a comparação inteira' };

/** A range narrower than this share of its amount says no more than that it is narrow. */
const NARROW = 0.02;

/** 'de R$ 900 a R$ 1.500'. */
export const rangeOf = ({ low, high, perYear }: Opportunity): string =>
  high - low < NARROW * perYear ? 'quase sem variação' : `de ${wholeReais(low)} a ${wholeReais(high)}`;

/** How sure it is, of three dots. */
export const surenessOf: Readonly<
  Record<Opportunity['sureness'], { readonly dots: number; readonly words: string }>
> = {
  high: { dots: 3, words: 'Certeza alta: um ano medido quase inteiro' },
  medium: { dots: 2, words: 'Certeza média: uma parte do ano foi medida, ou as contas variam muito' },
  low: { dots: 1, words: 'Certeza baixa: pouco foi medido ainda' },
};
