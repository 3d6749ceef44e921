import { inOneLine } from '@nascente/contract/base/text-with-lines';
import type { Instant } from '@nascente/domain/base/time/zone';
import { type BrandName, brandFor } from '@nascente/domain/people/brand';
import type { Log } from '@nascente/runtime/log';
import { createTransport } from 'nodemailer';
import type { Connection } from '../database/open-database.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import type { Enqueuing, Persistence, QueuedWork } from '../jobs/work-queue.ts';
import { BRAND_LOOKS } from './brand-look.ts';
import { mailHtml } from './mail-html.ts';
import type { BrandedMessage, MailMessage } from './mail-message.ts';
import type { MailboxRepository } from './mailbox.repository.ts';
import { createMailboxRepository } from './mailbox.repository.ts';

const quoted = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`)
    .join('\n');

const plainText = (mailMessage: BrandedMessage): string => {
  const { name, tagline } = BRAND_LOOKS[mailMessage.brand];
  const parts = [
    mailMessage.heading,
    ...mailMessage.paragraphs,
    mailMessage.quotation === undefined ? '' : quoted(mailMessage.quotation),
    mailMessage.action ? `${mailMessage.action.label}:\n${mailMessage.action.url}` : '',
    ...(mailMessage.notes ?? []),
    `--\n${[name, tagline].filter(Boolean).join(' · ')}`,
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
};

/** Transport of e-mails. */
interface Delivery {
  readonly how: 'smtp' | 'mailbox';
  /**
   * @param id - identifies the e-mail, equal for repeated attempts. Throws MailRefused if another attempt is useless, and another
   * error otherwise.
   */
  deliver(mailMessage: BrandedMessage, id: string): Promise<void>;
  close(): void;
}

/** The recipient's server refuses the e-mail permanently. */
class MailRefused extends Error {}

const MAX_LENGTH = 200;

const headerText = (text: string): string => inOneLine(text).slice(0, MAX_LENGTH);

const CONNECTION_LIMIT_MS = 10_000;
const SILENCE_LIMIT_MS = 60_000;
/** Time limit of a delivery, from the look-up of the server's name to its confirmation. */
const TOTAL_LIMIT_MS = 120_000;

const SENDER = /^(?<name>[^<>]*)<(?<address>[^<>]+)>$/;

/** 'Name <address>' or an address alone. */
const senderOf = (from: string): { name: string; address: string } => {
  const { name = '', address = from } = SENDER.exec(from)?.groups ?? {};
  return { name: headerText(name.replaceAll('"', '')), address: address.trim() };
};

const numberOf = (error: unknown, name: string): number =>
  error instanceof Error && name in error ? Number(error[name as never]) : 0;

/** A 5xx answer to RCPT or DATA concerns this e-mail. One at the sign-in concerns the configuration, which can be corrected. */
const isRefusal = (error: unknown): boolean => {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  return numberOf(error, 'responseCode') >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
};

/** Sends e-mails through the server of SMTP_URL, each on its own connection, so that an outage leaves no broken connection. */
export const createSmtpDelivery = (options: {
  smtpUrl: string;
  from: string;
  totalMs?: number;
}): Delivery => {
  const { totalMs = TOTAL_LIMIT_MS } = options;
  const sender = senderOf(options.from);
  const transport = createTransport({
    url: options.smtpUrl,
    connectionTimeout: CONNECTION_LIMIT_MS,
    greetingTimeout: CONNECTION_LIMIT_MS,
    socketTimeout: SILENCE_LIMIT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = sender.address.split('@').at(-1) ?? 'localhost';

  const message = (mailMessage: BrandedMessage, id: string) => ({
    // MAIL_FROM may contain the product name, which e-mails of the second brand must not show.
    from: mailMessage.brand === 'first' ? sender : { ...sender, name: BRAND_LOOKS[mailMessage.brand].name },
    to: { name: '', address: mailMessage.to },
    ...(mailMessage.replyTo
      ? { replyTo: { name: headerText(mailMessage.replyTo.name), address: mailMessage.replyTo.address } }
      : {}),
    subject: headerText(mailMessage.subject),
    text: plainText(mailMessage),
    html: mailHtml(mailMessage),
    attachments: (mailMessage.attachments ?? []).map(({ name, contentType, content }) => ({
      filename: name,
      contentType,
      content,
    })),
    messageId: `<${id}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': 'pt-BR' },
  });

  return {
    how: 'smtp',
    async deliver(mailMessage, id) {
      try {
        await transport.sendMail({ ...message(mailMessage, id), signal: AbortSignal.timeout(totalMs) });
      } catch (error) {
        if (!isRefusal(error)) throw error;
        throw new MailRefused(error instanceof Error ? error.message : String(error), { cause: error });
      }
    },
    close: () => transport.close(),
  };
};

/** Without an SMTP server, e-mails are stored in the mailbox on this machine. */
export const createMailboxDelivery = (needs: {
  mailbox: MailboxRepository;
  clock: () => Instant;
}): Delivery => ({
  how: 'mailbox',
  async deliver(mailMessage, id) {
    const { to } = mailMessage;
    const subject = headerText(mailMessage.subject);
    const written = { id, to, subject, html: mailHtml(mailMessage), text: plainText(mailMessage) };
    await needs.mailbox.insert(written, needs.clock());
  },
  close: () => undefined,
});

/** E-mails of one kind, such as those that confirm an address. */
export interface MailKind<P extends object> {
  /** Queues an e-mail. It is written and sent soon after; after a failure it is repeated. */
  send(about: P, options?: Enqueuing): Promise<void>;
}

export type Mail = ReturnType<typeof createMail>;

interface Queued {
  readonly kind: string;
  readonly about: object;
}

/** Waiting times grow from 15 s to an hour, about five days in all, so that an outage of a weekend loses no e-mail. */
const PERSISTENCE: Persistence = {
  attempts: 125,
  firstWaitSeconds: 15,
  maxWaitSeconds: 3_600,
  lookEverySeconds: 15,
};

interface MailNeeds {
  /** `null`: e-mails are stored in the mailbox on this machine. */
  readonly smtpUrl: string | null;
  /** 'Name <address>', or an address alone. */
  readonly from: string;
  /** E-mails and domains of the accounts that get the second brand. */
  readonly brandRule: readonly string[];
  readonly jobs: Pick<JobRunner, 'queue'>;
  readonly db: Connection;
  readonly clock: () => Instant;
  readonly log: Log;
  readonly persistence?: Persistence;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Must be called before the jobs start. */
export const createMail = (needs: MailNeeds) => {
  const { smtpUrl, from, brandRule, jobs, clock, log, persistence = PERSISTENCE } = needs;
  const mailbox = createMailboxRepository(needs.db);
  const delivery =
    smtpUrl === null ? createMailboxDelivery({ mailbox, clock }) : createSmtpDelivery({ smtpUrl, from });
  if (smtpUrl === null) {
    log.warn('SMTP_URL is not set: mail is kept in the mailbox that an Admin on this machine can open');
  }
  const brandOf = (to: string): BrandName => brandFor(to, brandRule);
  const writers = new Map<string, (about: never) => Promise<MailMessage | null>>();

  const send = async ({ id, payload, failures }: QueuedWork<object>): Promise<void> => {
    const { kind, about } = payload as Queued;
    const write = writers.get(kind);
    if (!write) return log.error({ kind }, 'A letter of an unknown kind was dropped');
    try {
      const mailMessage = await write(about as never);
      if (mailMessage) await delivery.deliver({ ...mailMessage, brand: brandOf(mailMessage.to) }, id);
    } catch (error) {
      if (error instanceof MailRefused) {
        return log.warn({ kind, id, reason: error.message }, 'A letter was refused for good');
      }
      log.warn({ kind, id, failures: failures + 1, reason: reasonOf(error) }, 'A letter waits to be sent');
      throw error;
    }
  };
  const queue = jobs.queue<Queued>({ name: 'mail', persistence, inTurns: true, work: send });

  return {
    /** The destination of e-mails: an SMTP server, or the mailbox on this machine. */
    how: delivery.how,
    /** The brand in which an address receives e-mails. */
    brandOf,
    /**
     * @param write - makes the e-mail just before it is sent, or returns `null` if it is not due any more. The queue contains
     * only what the e-mail is about, never a link
     */
    kind<P extends object>(name: string, write: (about: P) => Promise<MailMessage | null>): MailKind<P> {
      writers.set(name, write);
      return { send: (about, options) => queue.add({ kind: name, about }, options) };
    },
    /** E-mails in the mailbox on this machine, newest first. */
    readMailbox: () => mailbox.list(),
    close: () => delivery.close(),
  };
};
