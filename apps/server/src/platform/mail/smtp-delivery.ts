import { createTransport } from 'nodemailer';
import { BRAND_LOOKS } from './brand-look.ts';
import { type Delivery, LetterRefused } from './delivery.ts';
import { headerText } from './header-text.ts';
import type { Letter } from './letter.ts';
import { letterHtml } from './letter-html.ts';
import { letterText } from './letter-text.ts';

const CONNECTION_LIMIT_MS = 10_000;
const SILENCE_LIMIT_MS = 60_000;
/** From the look-up of the server to its receipt, however slowly it answers in between. */
const TOTAL_LIMIT_MS = 120_000;

const SENDER = /^(?<name>[^<>]*)<(?<address>[^<>]+)>$/;

/** 'Name <address>' or an address alone. */
const senderOf = (from: string): { name: string; address: string } => {
  const { name = '', address = from } = SENDER.exec(from)?.groups ?? {};
  return { name: headerText(name.replaceAll('"', '')), address: address.trim() };
};

const numberOf = (error: unknown, name: string): number =>
  error instanceof Error && name in error ? Number(error[name as never]) : 0;

/** A 5xx to RCPT or DATA is about this letter; one at sign-in is about the configuration, which can be mended. */
const isRefusal = (error: unknown): boolean => {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  return numberOf(error, 'responseCode') >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
};

/** Sends letters through the server of SMTP_URL, one connection a letter: an outage leaves nothing behind. */
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

  const message = (letter: Letter, id: string) => ({
    // MAIL_FROM may name the product, of which the second brand knows nothing.
    from: letter.brand === 'first' ? sender : { ...sender, name: BRAND_LOOKS[letter.brand].name },
    to: { name: '', address: letter.to },
    ...(letter.replyTo
      ? { replyTo: { name: headerText(letter.replyTo.name), address: letter.replyTo.address } }
      : {}),
    subject: headerText(letter.subject),
    text: letterText(letter),
    html: letterHtml(letter),
    attachments: (letter.attachments ?? []).map(({ name, contentType, content }) => ({
      filename: name,
      contentType,
      content,
    })),
    messageId: `<${id}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': 'pt-BR' },
  });

  return {
    how: 'smtp',
    async deliver(letter, id) {
      try {
        await transport.sendMail({ ...message(letter, id), signal: AbortSignal.timeout(totalMs) });
      } catch (error) {
        if (!isRefusal(error)) throw error;
        throw new LetterRefused(error instanceof Error ? error.message : String(error), { cause: error });
      }
    },
    close: () => transport.close(),
  };
};
