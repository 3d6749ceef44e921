import type { ReportFormat } from '@nascente/contract/insight/reports';
import { formatNumber, formatReais } from '@nascente/domain/base/units/format';
import type { MailMessage } from '../../platform/mail/mail-message.ts';
import { viewerOf } from '../../sites/meters/index.ts';
import { daysText, fromToText } from './content/report-texts.ts';
import type { ReportsRepository } from './keeping/reports.repository.ts';
import type { SubscriptionsRepository } from './keeping/subscriptions.repository.ts';
import type { StoredFile, VersionsRepository } from './keeping/versions.repository.ts';
import type { VisibleReport, VisibleReportsRepository } from './keeping/visible-reports.repository.ts';
import { nameOfSubject } from './report-answer.ts';
import { CONTENT_TYPES } from './report-files.ts';

export interface AboutReport {
  readonly reportId: string;
  readonly number: number;
  readonly subscriptionId: string;
}

const whatOf = ({ kind, type, period }: VisibleReport): string => {
  if (kind === 'statement') return 'demonstrativo';
  const weekly = period === 'week' ? ' semanal' : '';
  if (kind === 'establishment') return `relatório${weekly} ${type === 'water' ? 'de água' : 'de energia'}`;
  return `relatório${weekly === '' ? ' mensal' : weekly}`;
};

interface ReportFile extends StoredFile {
  readonly format: ReportFormat;
}

/** The report of a cycle links to its bill changes, other reports to the list of reports. */
const actionOf = (
  { kind, period, subject, type, first }: VisibleReport,
  publicUrl: string,
): NonNullable<MailMessage['action']> =>
  kind === 'establishment' && period === 'month'
    ? {
        label: 'Ver o que mudou',
        url: `${publicUrl}/bill/${subject}/changes?inicio=${first}${type === 'water' ? '&tipo=agua' : ''}`,
      }
    : { label: 'Ver relatórios', url: `${publicUrl}/reports` };

const mailOf = (
  report: VisibleReport,
  files: readonly ReportFile[],
  { to, publicUrl }: Pick<MailMessage, 'to'> & { readonly publicUrl: string },
): MailMessage | null => {
  const [first] = files;
  if (first === undefined) return null;
  const { facts, changes } = first;
  const name = nameOfSubject(report);
  const days = { start: report.first, end: report.last };
  const { total, consumed } = facts;
  const figures = [
    ...(total === null ? [] : [`O total foi de ${formatReais(total)}.`]),
    ...(consumed === null ? [] : [`Foram ${formatNumber(consumed.total, 1)} ${consumed.unit}.`]),
  ];
  const isChanged = changes.length > 0;
  return {
    to,
    subject: `${name}: ${whatOf(report)}, ${daysText(days)}${isChanged ? ' (atualizado)' : ''}`,
    heading: isChanged ? `Um relatório de ${name} mudou` : `O relatório de ${name} está pronto`,
    paragraphs: [
      `É o ${whatOf(report)} de ${fromToText(days)}.`,
      ...(isChanged ? changes : figures),
      'O relatório completo está em anexo, com aquilo em que ele se baseia.',
    ],
    action: actionOf(report, publicUrl),
    notes: [
      `Você pediu este e-mail na página de relatórios (${publicUrl}/reports); lá mesmo pode deixar de recebê-lo.`,
    ],
    attachments: files.map(({ format, fileName, content }) => ({
      name: `${fileName}.${format}`,
      contentType: CONTENT_TYPES[format],
      content,
    })),
  };
};

/** The e-mail with a report; null without access or subscription. */
export const createReportMail = (needs: {
  reports: Pick<ReportsRepository, 'callerOf'>;
  visibleReports: Pick<VisibleReportsRepository, 'find'>;
  versions: Pick<VersionsRepository, 'file'>;
  subscriptions: Pick<SubscriptionsRepository, 'find'>;
  publicUrl: string;
}) => {
  const { reports, visibleReports, versions, subscriptions, publicUrl } = needs;
  return async ({ reportId, number, subscriptionId }: AboutReport): Promise<MailMessage | null> => {
    const subscription = await subscriptions.find(subscriptionId);
    const caller = subscription === null ? null : await reports.callerOf(subscription.accountId);
    if (subscription === null || caller === null || !subscription.byMail) return null;
    const viewer = viewerOf(caller);
    const report = await visibleReports.find(viewer, reportId);
    if (report === null) return null;
    const fileOf = async (format: ReportFormat) => {
      const file = await versions.file(viewer, { reportId, number, format });
      return file === null ? [] : [{ format, ...file }];
    };
    const files = (await Promise.all(subscription.formats.map(fileOf))).flat();
    return mailOf(report, files, {
      to: caller.email,
      publicUrl,
    });
  };
};
