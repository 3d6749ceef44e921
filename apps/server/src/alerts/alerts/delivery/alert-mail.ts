import { alertCourse, alertText, alertTitle } from '@nascente/contract/alerts/alert-kinds';
import type { Alert } from '@nascente/contract/alerts/alerts';
import type { Instant } from '@nascente/domain/base/time/zone';
import { formatReais } from '@nascente/domain/base/units/format';
import type { MailMessage } from '../../../platform/mail/mail-message.ts';
import type { IncidentChange } from '../incidents/incident-changes.ts';

interface Addressee {
  readonly to: string;
  readonly url: string;
}

const HOW_TO_CONFIGURE =
  'Para mudar quando e sobre o que você é avisado, abra Avisos e toque em Configurar avisos.';

const paragraphsOf = (alert: Alert, now: Instant): string[] =>
  [`${alertCourse(alert, now)} · ${alert.establishment.name}.`, alertText(alert, now)].filter(
    (text) => text !== '',
  );

/** Prefix of the title of a repeated or returned alert. */
export const titlePrefix = (event: IncidentChange['event']): string => {
  if (event === 'repeated') return 'Continua: ';
  return event === 'returned' ? 'Voltou: ' : '';
};

const subjectPrefix = ({ endedAt, undoneAt }: Alert, event: IncidentChange['event']): string => {
  if (undoneAt !== null) return 'Desfeito: ';
  return endedAt === null ? titlePrefix(event) : 'Normalizou: ';
};

export const alertMail = (
  alert: Alert,
  now: Instant,
  { to, url, event }: Addressee & Pick<IncidentChange, 'event'>,
): MailMessage => ({
  to,
  subject: `${subjectPrefix(alert, event)}${alertTitle(alert)}`,
  heading: alertTitle(alert),
  paragraphs: paragraphsOf(alert, now),
  action: { label: 'Ver o aviso', url },
  notes: [HOW_TO_CONFIGURE],
});

const MAX_LISTED = 30;

/** An alert of a digest. `hasReturned`: an earlier digest already contained it. */
interface DigestAlert {
  readonly alert: Alert;
  readonly hasReturned: boolean;
}

export const digestMail = (
  incidents: readonly DigestAlert[],
  now: Instant,
  { to, url, rhythm }: Addressee & { readonly rhythm: 'daily' | 'weekly' },
): MailMessage => {
  const when = rhythm === 'daily' ? 'do dia' : 'da semana';
  const countText = incidents.length === 1 ? '1 aviso' : `${incidents.length} avisos`;
  const unlisted = incidents.length - MAX_LISTED;
  return {
    to,
    subject: `Resumo ${when}: ${countText}`,
    heading: `Resumo ${when}`,
    paragraphs: [
      ...incidents.slice(0, MAX_LISTED).map(({ alert, hasReturned }) => {
        const cost = alert.cost === null ? '' : `, ${formatReais(alert.cost)}`;
        const start = hasReturned && alert.undoneAt === null ? titlePrefix('returned') : '';
        return `${start}${alertTitle(alert)}. ${alertCourse(alert, now)}${cost} · ${alert.establishment.name}.`;
      }),
      ...(unlisted > 0 ? [`E mais ${unlisted}.`] : []),
    ],
    action: { label: 'Ver os avisos', url },
    notes: [HOW_TO_CONFIGURE],
  };
};
