import type { Instant } from '@nascente/domain/base/time/zone';
import type { Log } from '@nascente/runtime/log';
import type { Pool } from 'pg';
import type { Registry } from 'prom-client';
import type { Connection } from './database/open-database.ts';
import type { JobRunner } from './jobs/job-runner.ts';
import type { Mail } from './mail/mail.ts';

/** Services of the process. A factory picks those that it uses. */
export interface Platform {
  readonly clock: () => Instant;
  readonly log: Log;
  /** The pool, or a transaction. */
  readonly db: Connection;
  readonly pool: Pool;
  readonly jobs: Pick<JobRunner, 'schedule'>;
  readonly mail: Pick<Mail, 'brandOf' | 'kind'>;
  readonly registry: Registry;
  /** Address of the web application, without a slash at its end. */
  readonly publicUrl: string;
  /** E-mails and domains of the accounts that get the second brand. */
  readonly brandRule: readonly string[];
  /** Age at which frames are removed. */
  readonly retentionDays: number;
}
