import type { MailMessage } from '@nascente/contract/operations/mailbox';
import { useQuery } from '@tanstack/react-query';
import { deviceDateTime } from '../../shared/device-time.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { AdminFrame, mailboxQuery } from './admin-frame.tsx';
import styles from './mailbox.module.css';

const LINK = /(https?:\/\/[^\s<>"]+)/;

/** Splits a text at its links; `at` is the offset of a part. */
export const partsOf = (text: string): { at: number; part: string; isLink: boolean }[] => {
  let at = 0;
  return text.split(LINK).map((part, index) => {
    const begin = at;
    at += part.length;
    return { at: begin, part, isLink: index % 2 === 1 };
  });
};

/** The e-mail's text, never its HTML: links work, scripts cannot. */
const MailText = ({ text }: { text: string }) => (
  <p className={styles.text}>
    {partsOf(text).map(({ at, part, isLink }) =>
      isLink ? (
        <a key={at} href={part} rel="noreferrer">
          {part}
        </a>
      ) : (
        part
      ),
    )}
  </p>
);

const MailEntry = ({ letter }: { letter: MailMessage }) => (
  <details className={styles.letter}>
    <summary>
      <b>{letter.subject}</b>
      <span>
        para {letter.to} · {deviceDateTime(letter.date)}
      </span>
    </summary>
    <MailText text={letter.text} />
  </details>
);

const Mailbox = () => {
  const mailbox = useQuery({ ...mailboxQuery, staleTime: 0 });
  return (
    <Card title="E-mails" qualifier="não enviados: falta um servidor de e-mail" tour="mailbox-list">
      <Answer query={mailbox} rows={4} />
      {mailbox.data?.mails.length === 0 && <EmptyState icon="mail">Nenhum e-mail até agora.</EmptyState>}
      {mailbox.data?.mails.map((mailMessage) => (
        <MailEntry key={mailMessage.id} letter={mailMessage} />
      ))}
    </Card>
  );
};

/** E-mails of an installation without an SMTP server, visible on the server's own machine only. */
export const MailboxPage = () => (
  <AdminFrame title="E-mails">
    <Mailbox />
  </AdminFrame>
);
