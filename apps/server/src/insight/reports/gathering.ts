import type { Instant } from '@nascente/domain/base/time/zone';
import type { GroupConsumptionService } from '../../energy/group-consumption/index.ts';
import type { ApportionmentService } from '../../money/apportionment/index.ts';
import type { BillsService } from '../../money/bills/index.ts';
import { NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { EstablishmentsService } from '../../sites/establishments/index.ts';
import { createEstablishmentReport } from './content/establishment-report.ts';
import { createGroupReport } from './content/group-report.ts';
import { createPortfolioReport } from './content/portfolio-report.ts';
import type { GatheredReport, TellProgress } from './content/report-facts.ts';
import { createStatementReport } from './content/statement-report.ts';
import type { ReportKey } from './keeping/report-about.ts';
import type { ReportsRepository } from './keeping/reports.repository.ts';

/** Who answers what reports tell. */
export interface ReportSources {
  readonly bills: Pick<BillsService, 'begin' | 'read'>;
  readonly apportionment: ApportionmentService;
  readonly groups: Pick<GroupConsumptionService, 'read'>;
  readonly establishments: Pick<EstablishmentsService, 'list'>;
  readonly clock: () => Instant;
}

/** A report that was read in the name of its account. */
export interface Gathered extends GatheredReport {
  readonly caller: Caller;
}

export type GatherReport = (report: ReportKey, tell: TellProgress) => Promise<Gathered>;

/** Reads what a report tells, as its account sees it. Throws NotFound or NotAllowed where it sees that no longer. */
export const createGathering = (
  needs: ReportSources & { readonly reports: Pick<ReportsRepository, 'callerOf' | 'worn'> },
): GatherReport => {
  const { reports } = needs;
  const ofEstablishment = createEstablishmentReport(needs);
  const ofGroup = createGroupReport(needs);
  const ofPortfolio = createPortfolioReport(needs);
  const statement = createStatementReport(needs);

  const statementOf = async (client: Caller, report: ReportKey, tell: TellProgress) => {
    const { managerId } = client;
    const manager = managerId === null ? null : await reports.callerOf(managerId);
    const { name } = await reports.worn(client.accountId);
    return statement({ client, clientName: name, manager, period: report.period, day: report.first }, tell);
  };

  const read = (caller: Caller, report: ReportKey, tell: TellProgress): Promise<GatheredReport> => {
    const { kind, establishmentId, groupId, type, period, first: day } = report;
    if (kind === 'establishment' && establishmentId !== null && type !== null)
      return ofEstablishment(caller, { id: establishmentId, type, period, day }, tell);
    if (kind === 'group' && groupId !== null) return ofGroup(caller, { id: groupId, period, day }, tell);
    return kind === 'statement'
      ? statementOf(caller, report, tell)
      : ofPortfolio(caller, { period, day }, tell);
  };

  return async (report, tell) => {
    const caller = await reports.callerOf(report.accountId);
    if (caller === null) throw new NotFound('Conta não encontrada.');
    return { ...(await read(caller, report, tell)), caller };
  };
};
