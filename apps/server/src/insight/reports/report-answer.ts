import type { Report, ReportSubscription } from '@nascente/contract/insight/reports';
import { ALL_ESTABLISHMENTS } from './content/portfolio-body.ts';
import type { StoredSubscription } from './keeping/subscriptions.repository.ts';
import type { VisibleReport } from './keeping/visible-reports.repository.ts';

export const nameOfSubject = ({ subjectName }: Pick<VisibleReport, 'subjectName'>): string =>
  subjectName ?? ALL_ESTABLISHMENTS;

export const toReport = (report: VisibleReport): Report => {
  const { id, kind, subject, type, period, first, last, isOpen, state, progress, versions } = report;
  return {
    _id: id,
    kind,
    subject,
    subjectName: nameOfSubject(report),
    type,
    period,
    start: first,
    end: last,
    isOpen,
    state,
    progress,
    versions: versions.map(({ madeAt, changes, estimated, ...version }) => ({
      ...version,
      ...(estimated !== null && { estimated }),
      madeAt: new Date(madeAt).toISOString(),
      changes: [...changes],
    })),
  };
};

export const toSubscription = (subscription: StoredSubscription): ReportSubscription => {
  const { id, kind, establishmentId, groupId, clientId, type, period, formats, byMail } = subscription;
  return {
    _id: id,
    kind,
    subject: establishmentId ?? groupId ?? clientId,
    subjectName: nameOfSubject(subscription),
    type,
    period,
    formats: [...formats],
    byMail,
  };
};
