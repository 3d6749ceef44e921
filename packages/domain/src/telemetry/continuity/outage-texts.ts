import { civilDateAt } from '../../base/time/civil-day.ts';
import type { CivilMonth } from '../../base/time/civil-month.ts';
import type { Instant, Zone } from '../../base/time/zone.ts';
import {
  formatClock,
  formatDay,
  formatMonthLong,
  formatNumber,
  formatReais,
  formatShortDay,
} from '../../base/units/format.ts';
import {
  type Continuity,
  type IndicatorSum,
  isCountedOutage,
  type JudgedOutage,
  type OutageVerdict,
  outageHours,
} from './continuity-indicators.ts';
import { MIN_INTERRUPTION_MS, type PhaseName } from './meter-absences.ts';
import type { Outage, OutageEvidence, OutageKind } from './site-outages.ts';

/** A short title of each kind of outage. */
export const OUTAGE_TITLES: Readonly<Record<OutageKind, string>> = {
  interruption: 'Faltou energia',
  messages: 'Faltou internet, não energia',
  installation: 'Só em parte do estabelecimento',
  unknown: 'Não sabemos se faltou energia ou internet',
};

/** The name of each class of outage, for users. */
export const VERDICT_NAMES: Readonly<Record<OutageVerdict, string>> = {
  ordinary: 'Interrupção comum',
  scheduled: 'Programada, com aviso',
  criticalDay: 'Em dia crítico',
  emergency: 'Em situação de emergência',
  ownInstallation: 'Defeito da própria instalação',
  noOutage: 'Não faltou energia',
};

const EVIDENCE: Readonly<Record<OutageEvidence, string>> = {
  'zero-voltage': 'Os medidores continuaram a enviar e mediram tensão zero.',
  'zero-voltage-of-some':
    'Um medidor mediu tensão zero, mas outros do estabelecimento tinham tensão: a rede não caiu.',
  'all-restarted':
    'Todos os medidores pararam juntos, e a energia contada depois mostra que ficaram desligados.',
  'one-restarted':
    'O medidor ficou desligado durante o silêncio: pode ter faltado energia, ou só ele ficou sem ela. O que aconteceu?',
  'energy-counted': 'A energia continuou a ser contada durante o silêncio: havia energia.',
  'server-silent':
    'O servidor também não recebeu mensagens de outros estabelecimentos neste período: a falha foi na recepção.',
  'others-measured':
    'Outros medidores do estabelecimento mediram tensão: a rede não caiu por inteiro. Pode ser a placa, o disjuntor, o Wi-Fi deste medidor ou a falta de uma fase.',
  'some-restarted':
    'Parte dos medidores ficou desligada e outra parte não: pode ter faltado uma fase, ou ter desarmado um disjuntor.',
  none: 'Os medidores pararam juntos, e nada mostra se havia energia. O que aconteceu?',
};

/** What speaks for the kind of an outage, in one sentence. */
export function evidenceText({ evidence, hadSag }: Pick<Outage, 'evidence' | 'hadSag'>): string {
  return `${EVIDENCE[evidence]}${hadSag ? ' A tensão estava baixa logo antes.' : ''}`;
}

/** Whether an outage is shorter than PRODIST counts. */
export function isShortOutage({ from, to }: Pick<Outage, 'from' | 'to'>): boolean {
  return to !== null && to - from < MIN_INTERRUPTION_MS;
}

const hoursText = (hours: number): string => `${formatNumber(hours, 2)} h`;

const limitText = ({ limit }: IndicatorSum, textOf: (value: number) => string): string =>
  limit === null ? 'limite não informado' : `limite ${textOf(limit)}`;

/** The facts of a claim. */
export interface ClaimFacts {
  readonly establishment: string;
  readonly consumerUnit: string | null;
  readonly setName: string | null;
  readonly month: CivilMonth;
  readonly zone: Zone;
  readonly outages: readonly (JudgedOutage & { readonly phases: readonly PhaseName[] })[];
  readonly continuity: Continuity;
}

/** @param outage - has ended */
function outageLine(outage: ClaimFacts['outages'][number], zone: Zone): string {
  const { from, phases, verdict } = outage;
  const to = outage.to as Instant;
  const [first, last] = [civilDateAt(from, zone), civilDateAt(to, zone)];
  const end = `${first === last ? '' : `${formatShortDay(last)} às `}${formatClock(to, zone)}`;
  const part = phases.length === 0 || phases.length === 3 ? '' : `, fase ${phases.join(' e ')}`;
  const stated = verdict === null ? '' : `; ${VERDICT_NAMES[verdict].toLowerCase()}`;
  return `- ${formatDay(first)}, das ${formatClock(from, zone)} até ${end} (${hoursText(outageHours(outage))})${part}${stated}`;
}

const NOT_CLAIMED: readonly (OutageVerdict | null)[] = ['noOutage', 'ownInstallation'];

/** A request to the distributor to assess the interruptions of a month; null without any. */
export function claimText(facts: ClaimFacts): string | null {
  const { establishment, consumerUnit, setName, month, zone, continuity } = facts;
  const claimed = facts.outages.filter((outage) =>
    outage.verdict === null
      ? isCountedOutage(outage)
      : outage.to !== null && !isShortOutage(outage) && !NOT_CLAIMED.includes(outage.verdict),
  );
  if (claimed.length === 0) return null;
  const { dic, fic, dmic, dicri, dise, credit } = continuity;
  const inHours = (name: string, sum: IndicatorSum): string =>
    `${name} ${hoursText(sum.possible)} (${limitText(sum, hoursText)})`;
  const count = (value: number): string => formatNumber(value, Number.isInteger(value) ? 0 : 2);
  const sums = [
    inHours('DIC', dic),
    `FIC ${count(fic.possible)} (${limitText(fic, count)})`,
    inHours('DMIC', dmic),
    ...(dicri.possible > 0 ? [inHours('maior DICRI', dicri)] : []),
    ...(dise.possible > 0 ? [inHours('maior DISE', dise)] : []),
  ];
  return [
    `Assunto: compensação por interrupções de energia em ${formatMonthLong(month)}`,
    '',
    `Peço a apuração dos indicadores de continuidade e a compensação do Módulo 8 do PRODIST (ANEEL) para a unidade consumidora ${consumerUnit ?? '[número da unidade]'}, de ${establishment}${setName === null ? '' : `, do conjunto ${setName}`}.`,
    '',
    'Interrupções de 3 minutos ou mais que os medidores do estabelecimento registraram:',
    ...claimed.map((outage) => outageLine(outage, zone)),
    '',
    `Somas do mês: ${sums.join('; ')}.`,
    ...(credit !== null && credit.possible > 0
      ? [`Pela estimativa do consumidor, a compensação seria de até ${formatReais(credit.possible)}.`]
      : []),
    '',
    'Peço que informem, para cada uma, a classificação (comum, programada, dia crítico ou situação de emergência), os valores apurados e o mês em que a compensação será creditada.',
    'Os horários vêm de medidores do consumidor, sem certificação, e servem de indicação para a consulta aos registros da distribuidora.',
  ].join('\n');
}
