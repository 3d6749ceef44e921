import { isId } from '@nascente/contract/base/conventions';
import type { ReportAbout } from '@nascente/contract/insight/reports';
import { type CivilDate, civilDateAt, civilHourAt } from '@nascente/domain/base/time/civil-day';
import { DEFAULT_ZONE, type Zone } from '@nascente/domain/base/time/zone';
import { formatDay } from '@nascente/domain/base/units/format';
import { may } from '@nascente/domain/people/permissions';
import { invalidField, NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { viewerOf } from '../../sites/meters/index.ts';
import { type PeriodDays, periodBefore, periodOf, weekOf } from './content/report-periods.ts';
import type { ReportSources } from './gathering.ts';
import type {
  FirstMeterDay,
  ReportKey,
  ReportsRepository,
  StoredAbout,
} from './keeping/reports.repository.ts';
import type { Subscription } from './keeping/subscriptions.repository.ts';

interface RequestedReport {
  readonly key: ReportKey;
  /** The latest completed period. */
  readonly over: PeriodDays;
  readonly hour: number;
}
export type ReportAsking = ReturnType<typeof createReportAsking>;

const NO_CLIENT = 'Cliente não encontrado.';
const NO_METER = 'Não há medição neste período: nenhum medidor foi instalado ainda.';
const NOT_YET = 'Não há medição neste período: o primeiro medidor foi instalado em';
const EMPTY = { establishmentId: null, type: null, groupId: null } as const;

const storedOf = ({ kind, subject, type, period }: ReportAbout): StoredAbout => {
  if (kind === 'establishment') return { ...EMPTY, kind, period, establishmentId: subject, type };
  return { ...EMPTY, kind, period, groupId: kind === 'group' ? subject : null };
};

export const createReportAsking = (
  needs: Pick<ReportSources, 'bills' | 'groups' | 'clock'> & {
    readonly reports: Pick<ReportsRepository, 'callerOf'>;
    readonly firstMeterDay: FirstMeterDay;
  },
) => {
  const { bills, groups, reports, firstMeterDay, clock } = needs;

  /** The statement's account: the caller, or a client user of a Manager. */
  const clientOf = async (caller: Caller, subject: string | null): Promise<string> => {
    if (caller.profile === 'client' && (subject === null || subject === caller.accountId))
      return caller.accountId;
    const client = subject !== null && isId(subject) ? await reports.callerOf(subject) : null;
    const isOwn = client?.managerId === caller.accountId && may(caller.profile, 'create-client-users');
    if (client === null || !isOwn) throw new NotFound(NO_CLIENT);
    return client.accountId;
  };

  const civilPeriod = (period: ReportAbout['period'], zone: Zone, day: CivilDate | undefined) => {
    const now = clock();
    const today = civilDateAt(now, zone);
    const days = periodOf(period, day ?? today);
    if (days.first > today) throw invalidField('day', 'Este período ainda não começou.');
    return { days, over: periodBefore(period, periodOf(period, today)), hour: civilHourAt(now, zone) };
  };

  const ofEstablishment = async (caller: Caller, about: ReportAbout, day: CivilDate | undefined) => {
    const { subject, type, period } = about;
    const started = await bills.begin(caller, subject ?? '', { type, start: day });
    const { zone } = started.establishment;
    if (period === 'week') {
      const found = civilPeriod(period, zone, day);
      const { first, last } = weekOf(found.days.first);
      await bills.begin(caller, subject ?? '', { type, start: first, end: last });
      return found;
    }
    const { previous } = day === undefined ? started : await bills.begin(caller, subject ?? '', { type });
    return { days: started.cycle, over: previous, hour: civilHourAt(clock(), zone) };
  };

  const find = async (caller: Caller, about: ReportAbout, day?: CivilDate): Promise<RequestedReport> => {
    const { kind, subject, period } = about;
    const found =
      kind === 'establishment'
        ? await ofEstablishment(caller, about, day)
        : civilPeriod(period, DEFAULT_ZONE, day);
    const { days, over, hour } = found;
    // Reading one day checks access to the group.
    if (kind === 'group') await groups.read(caller, subject ?? '', { start: days.first, end: days.first });
    const accountId = kind === 'statement' ? await clientOf(caller, subject) : caller.accountId;
    return { key: { ...storedOf(about), ...days, accountId }, over, hour };
  };

  return {
    /** Throws NotFound or NotAllowed if the caller may not see the report, and InvalidInput if its period has not begun. */
    find,
    /** Throws InvalidInput if no meter was installed before the period ended. */
    async requireMeter(key: ReportKey): Promise<void> {
      const whose = await reports.callerOf(key.accountId);
      const first = whose === null ? null : await firstMeterDay(viewerOf(whose), key);
      if (first !== null && first <= key.last) return;
      const msg = first === null ? NO_METER : `${NOT_YET} ${formatDay(first)}. Escolha um dia a partir daí.`;
      throw invalidField('day', msg);
    },
    async subscriptionOf(caller: Caller, about: ReportAbout) {
      const clientId = about.kind === 'statement' ? await clientOf(caller, about.subject) : null;
      return { ...storedOf(about), accountId: caller.accountId, clientId };
    },
    aboutOf: ({ kind, establishmentId, groupId, clientId, type, period }: Subscription) => ({
      kind,
      period,
      subject: establishmentId ?? groupId ?? clientId,
      type: type ?? 'eletric',
    }),
  };
};
