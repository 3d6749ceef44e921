import { Button } from '@mantine/core';
import {
  listReports,
  makeReport,
  REPORT_FORMATS,
  type Report,
  type ReportFormat,
  type ReportVersion,
  readReportFile,
} from '@nascente/contract/insight/reports';
import { formatPercent, formatReais } from '@nascente/domain/base/units/format';
import { estimatedText } from '@nascente/domain/energy/consumption/partly-measured';
import { request, requestFile, useOutdate } from '../../shared/api/api-client.ts';
import { saveFile } from '../../shared/api/save-file.ts';
import { deviceDateTime } from '../../shared/device-time.ts';
import { FailureNotice } from '../../shared/forms/failure-notice.tsx';
import { useSending } from '../../shared/forms/use-sending.ts';
import { ShareLink } from '../../shared/links/share-link.tsx';
import entry from '../../shared/ui/entry.module.css';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';
import { WorkProgress } from '../../shared/ui/work-progress.tsx';
import { daysOf, FORMAT_TEXTS, fileNameOf, tagsOf } from './report-texts.ts';
import styles from './reports.module.css';

const HUNDRED = 100;
/** Cuts the seconds off '24/11/2026 10:44:36'. */
const MINUTES_LENGTH = 16;

const madeAtText = ({ madeAt }: ReportVersion): string => deviceDateTime(madeAt).slice(0, MINUTES_LENGTH);

const totalText = ({ total }: ReportVersion): string => (total === null ? 'sem valor' : formatReais(total));

const Making = ({ report: { state, progress } }: { readonly report: Report }) => {
  if (state !== 'waiting' && state !== 'making') return null;
  return (
    <WorkProgress label="Relatório sendo feito" done={progress} of={HUNDRED}>
      {state === 'waiting' ? 'Na fila' : `Lendo os dados: ${progress}%`}
    </WorkProgress>
  );
};

const useDownload = (report: Report) =>
  useSending(async (format: ReportFormat, version: number) => {
    const content = await requestFile(readReportFile, {
      params: { id: report._id },
      query: { format, version: String(version) },
    });
    saveFile(fileNameOf(report, format), content);
    announce('O relatório foi baixado.', { tone: 'good' });
  });

interface DownloadsProps {
  readonly report: Report;
  readonly version: ReportVersion;
  readonly onDownload: (format: ReportFormat, version: number) => void;
}

const Downloads = ({ report, version, onDownload }: DownloadsProps) => (
  <div className={styles.acts}>
    {REPORT_FORMATS.map((format) => (
      <Button
        key={format}
        variant="default"
        size="sm"
        leftSection={<Icon name="download" size={18} />}
        aria-label={`Baixar ${report.subjectName} de ${daysOf(report)} em ${FORMAT_TEXTS[format]}, versão ${version.number}`}
        onClick={() => onDownload(format, version.number)}
      >
        {FORMAT_TEXTS[format]}
      </Button>
    ))}
  </div>
);

interface VersionsProps {
  readonly report: Report;
  readonly onDownload: (format: ReportFormat, version: number) => void;
}

const Versions = ({ report, onDownload }: VersionsProps) => {
  const [, ...before] = report.versions;
  if (before.length === 0) return null;
  return (
    <details className={styles.versions}>
      <summary>{before.length === 1 ? '1 versão anterior' : `${before.length} versões anteriores`}</summary>
      <ol aria-label={`Versões anteriores de ${report.subjectName}`}>
        {before.map((version) => (
          <li key={version.number}>
            <p>
              Feita em {madeAtText(version)}: {totalText(version)}
            </p>
            {version.changes.map((change) => (
              <p key={change}>{change}</p>
            ))}
            <Downloads report={report} version={version} onDownload={onDownload} />
          </li>
        ))}
      </ol>
    </details>
  );
};

const MakeAgain = ({ report }: { readonly report: Report }) => {
  const requested = useOutdate(listReports);
  const { kind, subject, type, period, state } = report;
  // A statement belongs to the month in which its days end.
  const day = kind === 'statement' ? report.end : report.start;
  const { start, isSending, failure } = useSending(async () => {
    await request(makeReport, { body: { kind, subject, type: type ?? 'eletric', period, day } });
    await requested();
  });
  return (
    <>
      <Button
        variant="subtle"
        size="sm"
        className={styles.again ?? ''}
        loading={isSending}
        aria-label={`Fazer de novo ${report.subjectName} de ${daysOf(report)}`}
        onClick={() => void start()}
      >
        {state === 'failed' ? 'Tentar de novo' : 'Fazer de novo'}
      </Button>
      <FailureNotice failure={failure} />
    </>
  );
};

/** Only the report of an establishment's cycle can be shared by link. */
const Share = ({ report: { kind, period, subject, type, start } }: { readonly report: Report }) =>
  kind === 'establishment' && period === 'month' && subject !== null && type !== null ? (
    <ShareLink kind="report" establishmentId={subject} type={type} query={{ inicio: start }} />
  ) : null;

export const ReportRow = ({ report }: { readonly report: Report }) => {
  const { state, versions, isOpen, subjectName } = report;
  const download = useDownload(report);
  const onDownload = (format: ReportFormat, version: number) => void download.start(format, version);
  const [newest] = versions;
  const isUnderWay = state === 'waiting' || state === 'making';
  return (
    <li className={styles.report}>
      <div className={entry.head}>
        <div className={styles.about}>
          <h3>{subjectName}</h3>
          <small>{daysOf(report)}</small>
          <span className={styles.tags}>
            {tagsOf(report).map((tag) => (
              <Tag key={tag}>{tag}</Tag>
            ))}
            {newest !== undefined && isOpen && <Tag>Até o momento</Tag>}
          </span>
        </div>
        {newest !== undefined && (
          <div className={entry.amount}>
            <b>{totalText(newest)}</b>
            <small>
              {[`${formatPercent(newest.completeness, 1)} medido`, estimatedText(newest.estimated) ?? []]
                .flat()
                .join(', ')}
            </small>
          </div>
        )}
      </div>
      {newest?.changes.map((change) => (
        <p key={change} className={styles.change}>
          {change}
        </p>
      ))}
      <Making report={report} />
      {state === 'failed' && <Notice tone="bad">Não foi possível fazer este relatório.</Notice>}
      <div className={entry.foot}>
        {newest !== undefined && <Downloads report={report} version={newest} onDownload={onDownload} />}
        {!isUnderWay && <MakeAgain report={report} />}
        {newest !== undefined && <Share report={report} />}
        {newest !== undefined && <small>Feito em {madeAtText(newest)}</small>}
      </div>
      <FailureNotice failure={download.failure} />
      <Versions report={report} onDownload={onDownload} />
    </li>
  );
};
