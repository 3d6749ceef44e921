import { alertCourse, alertText, alertTitle } from '@nascente/contract/alerts/alert-kinds';
import type { Alert } from '@nascente/contract/alerts/alerts';
import type { Instant } from '@nascente/domain/base/time/zone';
import { formatReais } from '@nascente/domain/base/units/format';
import type { BrandName } from '@nascente/domain/people/brand';
import type { MailMessage } from '../../../platform/mail/mail-message.ts';
import type { IncidentChange } from '../incidents/incident-changes.ts';

interface Addressee {
  readonly to: string;
  readonly brand: BrandName;
  readonly url: string;
}

const HOW_TO_END = 'Para mudar quando e do que você é avisado, abra Avisos e toque em Configurar avisos.';

const paragraphsOf = (alert: Alert, now: Instant): string[] =>
  [`${alertCourse(alert, now)} · ${alert.establishment.name}.`, alertText(alert, now)].filter(
    (text) => text !== '',
  );

/** Prefix of the title of a repeated or returned alert. */
export const startOf = (event: IncidentChange['event']): string => {
  if (event === 'repeated') return 'Continua: ';
  return event === 'returned' ? 'Voltou: ' : '';
};

const subjectStart = ({ endedAt, undoneAt }: Alert, event: IncidentChange['event']): string => {
  if (undoneAt !== null) return 'Desfeito: ';
  return endedAt === null ? startOf(event) : 'Normalizou: ';
};

export const alertMail = (
  alert: Alert,
  now: Instant,
  { to, brand, url, event }: Addressee & Pick<IncidentChange, 'event'>,
): MailMessage => ({
  to,
  brand,
  subject: `${subjectStart(alert, event)}${alertTitle(alert)}`,
  heading: alertTitle(alert),
  paragraphs: paragraphsOf(alert, now),
  action: { label: 'Ver o aviso', url },
  notes: [HOW_TO_END],
});

const MAX_NAMED = 30;

/** An alert of a digest; one of an earlier digest has returned. */
interface DigestAlert {
  readonly alert: Alert;
  readonly hasReturned: boolean;
}

export const digestMail = (
  incidents: readonly DigestAlert[],
  now: Instant,
  { to, brand, url, rhythm }: Addressee & { readonly rhythm: 'daily' | 'weekly' },
): MailMessage => {
  const when = rhythm === 'daily' ? 'do dia' : 'da semana';
  const many = incidents.length === 1 ? '1 aviso' : `${incidents.length} avisos`;
  const rest = incidents.length - MAX_NAMED;
  return {
    to,
    brand,
    subject: `Resumo ${when}: ${many}`,
    heading: `Resumo ${when}`,
    paragraphs: [
      ...incidents.slice(0, MAX_NAMED).map(({ alert, hasReturned }) => {
        const cost = alert.cost === null ? '' : `, ${formatReais(alert.cost)}`;
        const start = hasReturned && alert.undoneAt === null ? startOf('returned') : '';
        return `${start}${alertTitle(alert)}. ${alertCourse(alert, now)}${cost} · ${alert.establishment.name}.`;
      }),
      ...(rest > 0 ? [`E mais ${rest}.`] : []),
    ],
    action: { label: 'Ver os avisos', url },
    notes: [HOW_TO_END],
  };
};
