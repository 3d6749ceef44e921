import type { Instant } from '@nascente/domain/base/time/zone';
import type { Log } from '@nascente/runtime/log';
import type { Database } from '../database/open-database.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import type { Enqueuing, Persistence, QueuedWork } from '../jobs/work-queue.ts';
import { type Delivery, LetterRefused } from './delivery.ts';
import type { Letter } from './letter.ts';
import { createMailboxRepository, type MailboxLetter } from './mailbox.repository.ts';
import { createMailboxDelivery } from './mailbox-delivery.ts';
import { createSmtpDelivery } from './smtp-delivery.ts';

/** Letters of one kind, such as those that confirm an e-mail address. */
export interface LetterKind<P extends object> {
  /** Queues a letter; it is written and sent soon after, and again later as long as that fails. */
  post(about: P, options?: Enqueuing): Promise<void>;
}

export interface Mail {
  /** Where letters go: to an SMTP server, or into the mailbox of this machine. */
  readonly how: Delivery['how'];
  /**
   * @param write makes the letter when it is about to be sent, or null where none is due any more. So the queue holds
   * only what a letter is about: never a link that opens something.
   */
  kind<P extends object>(name: string, write: (about: P) => Promise<Letter | null>): LetterKind<P>;
  /** Letters in the mailbox of this machine, newest first. */
  readMailbox(): Promise<readonly MailboxLetter[]>;
  close(): void;
}

interface Queued {
  readonly kind: string;
  readonly about: object;
}

/** Waits grow from 15 s to an hour: about five days in all, which outlasts a weekend without an SMTP server. */
const PERSISTENCE: Persistence = {
  attempts: 125,
  firstWaitSeconds: 15,
  longestWaitSeconds: 3_600,
  lookEverySeconds: 15,
};

interface MailNeeds {
  /** Null: letters stay in the mailbox of this machine. */
  readonly smtpUrl: string | null;
  /** 'Name <address>', or an address alone. */
  readonly from: string;
  readonly jobs: Pick<JobRunner, 'queue'>;
  readonly database: Pick<Database, 'db'>;
  readonly clock: () => Instant;
  readonly log: Log;
  readonly persistence?: Persistence;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** To be created before the jobs start. */
export const createMail = (needs: MailNeeds): Mail => {
  const { smtpUrl, from, jobs, clock, log, persistence = PERSISTENCE } = needs;
  const mailbox = createMailboxRepository(needs.database.db);
  const delivery =
    smtpUrl === null ? createMailboxDelivery({ mailbox, clock }) : createSmtpDelivery({ smtpUrl, from });
  if (smtpUrl === null) {
    log.warn('SMTP_URL is not set: mail is kept in the mailbox that an Admin on this machine can open');
  }
  const writers = new Map<string, (about: never) => Promise<Letter | null>>();

  const send = async ({ id, payload, failures }: QueuedWork<object>): Promise<void> => {
    const { kind, about } = payload as Queued;
    const write = writers.get(kind);
    if (!write) return log.error({ kind }, 'A letter of an unknown kind was dropped');
    try {
      const letter = await write(about as never);
      if (letter) await delivery.deliver(letter, id);
    } catch (error) {
      if (error instanceof LetterRefused) {
        return log.warn({ kind, id, reason: error.message }, 'A letter was refused for good');
      }
      log.warn({ kind, id, failures: failures + 1, reason: reasonOf(error) }, 'A letter waits to be sent');
      throw error;
    }
  };
  const queue = jobs.queue<Queued>({ name: 'mail', persistence, inTurns: true, work: send });

  return {
    how: delivery.how,
    kind(name, write) {
      writers.set(name, write);
      return { post: (about, options) => queue.add({ kind: name, about }, options) };
    },
    readMailbox: () => mailbox.list(),
    close: () => delivery.close(),
  };
};
