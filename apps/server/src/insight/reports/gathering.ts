import type { ReportPeriod } from '@nascente/contract/insight/reports';
import type { Group, GroupMeter } from '@nascente/contract/sites/groups';
import { type CivilDate, civilDateAt } from '@nascente/domain/base/time/civil-day';
import type { Instant } from '@nascente/domain/base/time/zone';
import { DEFAULT_ZONE } from '@nascente/domain/base/time/zone';
import { estimatedText } from '@nascente/domain/energy/consumption/partly-measured';
import { repeatShares } from '@nascente/domain/telemetry/intervals/totals';
import type { GroupConsumptionService } from '../../energy/group-consumption/index.ts';
import { NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { EstablishmentsService } from '../../sites/establishments/index.ts';
import { createEstablishmentReport, type EstablishmentSources } from './content/establishment-report.ts';
import { createPortfolioReport } from './content/portfolio-report.ts';
import type {
  GatheredReport,
  ReportBody,
  ReportFigure,
  ReportProgress,
  ReportRow,
  ReportTable,
} from './content/report-content.ts';
import { periodBefore, periodOf } from './content/report-periods.ts';
import {
  comparedText,
  completenessText,
  daysText,
  isSameText,
  moreDaysBefore,
  quantityCell,
  quantityText,
  rowNote,
  STILL_OPEN,
  slugOf,
  unitOf,
} from './content/report-texts.ts';
import { createStatementReport } from './content/statement-report.ts';
import type { ReportKey, ReportsRepository } from './keeping/reports.repository.ts';

interface Requested {
  readonly id: string;
  readonly period: ReportPeriod;
  readonly day?: CivilDate | undefined;
}

const MAX_BARS = 12;
const BEFORE = { month: 'no mês anterior', week: 'na semana anterior' } as const;

interface ReadReport {
  readonly period: ReportPeriod;
  readonly isOpen: boolean;
  readonly group: Group;
  /** The meters in the order of their consumption, the largest first. */
  readonly meters: readonly GroupMeter[];
  /** The group in the previous period; `null` if it is incomplete, or if this period is not over. */
  readonly before: Group | null;
}

const figuresOf = ({ group, before, period, isOpen }: ReadReport): ReportFigure[] => {
  const { cost, total, completeness, estimated } = group;
  const compared = (current: number, earlier: number | null | undefined): string =>
    comparedText(current, earlier ?? null, BEFORE[period], moreDaysBefore(group, before));
  return [
    {
      label: isOpen ? 'Valor até agora' : 'Valor do período',
      value: cost === null ? '—' : { reais: cost },
      note: cost === null ? '' : compared(cost, before?.cost),
    },
    {
      label: 'Consumo',
      value: quantityCell(group, total),
      note: compared(total, before?.total),
    },
    {
      label: 'Medido',
      value: { share: completeness },
      note: ['dos quartos de hora', estimatedText(estimated) ?? []].flat().join(', '),
    },
  ];
};

const metersTable = ({ group, meters }: ReadReport): ReportTable => ({
  title: 'Medidores',
  heading: 'Quem usou quanto',
  columns: [
    { label: 'Medidor', share: 0.4 },
    { label: 'Consumo', share: 0.18, align: 'right' },
    { label: 'Parte', share: 0.12, align: 'right' },
    { label: 'Medido', share: 0.12, align: 'right' },
    { label: 'Valor', share: 0.18, align: 'right' },
  ],
  rows: [
    ...meters.map(
      (meter): ReportRow => ({
        cells: [
          meter.name,
          quantityCell(group, meter.total),
          { share: meter.share },
          { share: meter.completeness, decimals: 0 },
          { reais: meter.cost },
        ],
        note: rowNote(meter.establishmentName, meter.estimated),
      }),
    ),
    {
      cells: [
        'Total',
        quantityCell(group, group.total),
        '',
        { share: group.completeness, decimals: 0 },
        { reais: group.cost },
      ],
      isTotal: true,
    },
  ],
});

const bodyOf = (read: ReadReport): ReportBody => {
  const { group, meters, period, isOpen } = read;
  return {
    subject: group.name,
    title: `Relatório ${period === 'week' ? 'semanal' : 'mensal'} do grupo, ${group.type === 'water' ? 'água' : 'energia'}`,
    days: daysText(group),
    figures: figuresOf(read),
    charts: [
      {
        kind: 'ranking',
        heading: `Consumo por medidor, ${unitOf(group)}`,
        bars: meters.slice(0, MAX_BARS).map(({ name, total }) => ({
          name,
          value: total,
          text: quantityText(group, total),
        })),
      },
    ],
    tables: [metersTable(read)],
    assumptions: [
      ...(isOpen ? [STILL_OPEN] : []),
      completenessText(group.completeness, group.estimated),
      group.basis === 'contract'
        ? 'Onde há contrato, o consumo é avaliado pelos preços da fatura do estabelecimento; as outras linhas dela não entram no grupo.'
        : 'O consumo é avaliado pela tarifa de cada medidor.',
      ...(group.cost === null ? ['Há medidores sem tarifa: o valor do grupo não pôde ser calculado.'] : []),
    ],
  };
};

const createGroupReport =
  ({ groups, clock }: { groups: Pick<GroupConsumptionService, 'read'>; clock: () => Instant }) =>
  async (caller: Caller, { id, period, day }: Requested, notify: ReportProgress): Promise<GatheredReport> => {
    const today = civilDateAt(clock(), DEFAULT_ZONE);
    const days = periodOf(period, day ?? today);
    const isOpen = days.last >= today;
    const { group, meters } = await groups.read(caller, id, {
      start: days.first,
      end: isOpen ? today : days.last,
    });
    await notify(1, 2);
    const previous = periodBefore(period, days);
    const before = isOpen
      ? null
      : (await groups.read(caller, id, { start: previous.first, end: previous.last })).group;
    const read: ReadReport = {
      period,
      isOpen,
      group,
      meters: meters.toSorted((one, other) => other.total - one.total),
      before: before !== null && isSameText(group, before) ? before : null,
    };
    return {
      body: bodyOf(read),
      facts: {
        total: group.cost,
        consumed: { total: group.total, unit: unitOf(group) },
        ...repeatShares(group),
        days: [],
        rows: meters.map((meter) => ({
          name: meter.name,
          consumed: meter.total,
          amount: meter.cost,
          ...repeatShares(meter),
        })),
        prices: [],
      },
      fileName: `relatorio-grupo-${slugOf(group.name)}-${group.start}-${group.end}`,
      ...days,
      isOpen,
      installations: meters.map((meter) => Number(meter.id)),
      boards: [],
    };
  };

export interface ReportSources extends EstablishmentSources {
  readonly groups: Pick<GroupConsumptionService, 'read'>;
  readonly establishments: Pick<EstablishmentsService, 'list'>;
}

export interface Gathered extends GatheredReport {
  readonly caller: Caller;
}

export type GatherReport = (report: ReportKey, notify: ReportProgress) => Promise<Gathered>;

/** Reads a report as its account sees it. @throws NotFound or NotAllowed without access */
export const createGathering = (
  needs: ReportSources & { readonly reports: Pick<ReportsRepository, 'callerOf' | 'worn'> },
): GatherReport => {
  const { reports } = needs;
  const ofEstablishment = createEstablishmentReport(needs);
  const ofGroup = createGroupReport(needs);
  const ofPortfolio = createPortfolioReport(needs);
  const statement = createStatementReport(needs);

  const statementOf = async (client: Caller, report: ReportKey, notify: ReportProgress) => {
    const { managerId } = client;
    const manager = managerId === null ? null : await reports.callerOf(managerId);
    const { name } = await reports.worn(client.accountId);
    return statement({ client, clientName: name, manager, period: report.period, day: report.first }, notify);
  };

  const read = (caller: Caller, report: ReportKey, notify: ReportProgress): Promise<GatheredReport> => {
    const { kind, establishmentId, groupId, type, period, first: day } = report;
    if (kind === 'establishment' && establishmentId !== null && type !== null)
      return ofEstablishment(caller, { id: establishmentId, type, period, day }, notify);
    if (kind === 'group' && groupId !== null) return ofGroup(caller, { id: groupId, period, day }, notify);
    return kind === 'statement'
      ? statementOf(caller, report, notify)
      : ofPortfolio(caller, { period, day }, notify);
  };

  return async (report, notify) => {
    const caller = await reports.callerOf(report.accountId);
    if (caller === null) throw new NotFound('Conta não encontrada.');
    return { ...(await read(caller, report, notify)), caller };
  };
};
