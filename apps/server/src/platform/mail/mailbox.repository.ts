import type { Instant } from '@nascente/domain/base/time/zone';
import type { Connection } from '../database/open-database.ts';

export interface MailboxMessage {
  readonly id: string;
  readonly writtenAt: Date;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

export type MailboxRepository = ReturnType<typeof createMailboxRepository>;

const MAX_STORED_MAILS = 200;

export const createMailboxRepository = (db: Connection) => ({
  /** Stores an e-mail and retains only the newest `MAX_STORED_MAILS`. An e-mail that is stored already stays unchanged. */
  async insert(
    { id, to, subject, html, text }: Omit<MailboxMessage, 'writtenAt'>,
    at: Instant,
  ): Promise<void> {
    await db
      .insertInto('mailbox_letter')
      .values({ id, written_at: new Date(at), recipient: to, subject, html, plain: text })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    await db
      .deleteFrom('mailbox_letter')
      .where('id', 'in', (mails) =>
        mails
          .selectFrom('mailbox_letter')
          .select('id')
          .orderBy('written_at', 'desc')
          .orderBy('id', 'desc')
          .offset(MAX_STORED_MAILS),
      )
      .execute();
  },
  /** Newest first. */
  list: (): Promise<readonly MailboxMessage[]> =>
    db
      .selectFrom('mailbox_letter')
      .select(['id', 'written_at as writtenAt', 'recipient as to', 'subject', 'html', 'plain as text'])
      .orderBy('written_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
});
