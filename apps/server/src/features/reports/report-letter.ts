import { brandFor } from '@nascente/domain/people/brand';
import { formatReais } from '@nascente/domain/units/format';
import { NotAllowed, NotFound } from '../../platform/errors.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import type { ReportSubscriptionsRepository, Subscription } from './report-subscriptions.repository.ts';
import { daysText, quantityText, unitOf } from './report-words.ts';
import type { ReportsService } from './reports.service.ts';

/** The report of which cycle goes to whom: it is made when it is sent. */
export interface AboutReport extends Subscription {
  /** Its first day. */
  readonly start: string;
}

/** Writes the letter with the report of a cycle; none where its reader sees the whole bill no longer, or asked for none any more. */
export const createReportLetter = (needs: {
  reports: Pick<ReportsService, 'fileOf'>;
  subscriptions: ReportSubscriptionsRepository;
  brandRule: readonly string[];
  letterUrl: string;
}) => {
  const { reports, subscriptions, brandRule, letterUrl } = needs;
  return async (about: AboutReport): Promise<Letter | null> => {
    const { accountId, establishmentId, type, start } = about;
    const caller = await subscriptions.callerOf(accountId);
    if (caller === null || !(await subscriptions.has(about))) return null;
    const signal = new AbortController().signal;
    const made = await reports
      .fileOf(caller, establishmentId, { type, start, format: 'pdf' }, signal)
      .catch((error: unknown) => {
        if (error instanceof NotFound || error instanceof NotAllowed) return null;
        throw error;
      });
    if (made === null) return null;
    const { data, name, contentType, content } = made;
    const { bill, establishment } = data;
    const amount = bill.tariff === null ? '' : ` e ${formatReais(bill.total)}`;
    const what = type === 'water' ? 'de água' : 'de energia';
    return {
      to: caller.email,
      subject: `${establishment}: relatório ${what}, ${daysText(bill)}`,
      brand: brandFor(caller.email, brandRule),
      heading: `O ciclo de ${establishment} fechou`,
      paragraphs: [
        `De ${daysText(bill)} foram ${quantityText(bill, bill.consumed.total)} ${unitOf(bill)}${amount}.`,
        'O relatório completo está em anexo, com os dias, a conta linha a linha e a parte de cada medidor.',
      ],
      action: {
        label: 'Ver fatura',
        url: `${letterUrl}/bill/${establishmentId}?inicio=${bill.start}${type === 'water' ? '&tipo=agua' : ''}`,
      },
      notes: ['Você pediu este e-mail na página da fatura; lá mesmo pode deixar de recebê-lo.'],
      attachments: [{ name, contentType, content }],
    };
  };
};
