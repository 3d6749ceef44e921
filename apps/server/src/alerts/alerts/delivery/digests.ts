import { reachesSeverity } from '@nascente/domain/alerts/notices';
import { addDays, civilDateAt, civilHourAt } from '@nascente/domain/base/time/civil-day';
import { HOUR_MS, type Instant, instant, type Zone } from '@nascente/domain/base/time/zone';
import type { Platform } from '../../../platform/platform.ts';
import { viewerOf } from '../../../sites/meters/index.ts';
import { type SeenAlertsRepository, toAlert } from '../incidents/seen-alerts.repository.ts';
import { digestMail } from './alert-mail.ts';
import { createPreferencesRepository, type Recipient } from './preferences.repository.ts';

interface Digest {
  readonly accountId: string;
  readonly rhythm: 'daily' | 'weekly';
  readonly since: string;
  readonly until: string;
}

const EVERY_HOUR = '5 * * * *';
/** Hour at which digests are sent, in the zone of the account. */
const MORNING_HOUR = 7;
const DAYS = { daily: 1, weekly: 7 } as const;
/** A digest is sent only if the previous one is older than this. */
const SOONEST_MS = 6 * HOUR_MS;

const dueOf = (recipient: Recipient & { readonly since: Date }, now: Instant): Digest | null => {
  const { email: rhythm, zone: named } = recipient.preference;
  if (rhythm !== 'daily' && rhythm !== 'weekly') return null;
  const zone = named as Zone;
  const notifiedOn = civilDateAt(instant(recipient.since.getTime()), zone);
  if (civilHourAt(now, zone) < MORNING_HOUR || addDays(notifiedOn, DAYS[rhythm]) > civilDateAt(now, zone))
    return null;
  const until = new Date(now).toISOString();
  return { accountId: recipient.accountId, rhythm, since: recipient.since.toISOString(), until };
};

/** E-mails of a day's or a week's alerts. Must be called before the jobs start. */
export const createDigests = (
  needs: Pick<Platform, 'clock' | 'db' | 'jobs' | 'mail' | 'publicUrl'> & {
    alerts: Pick<SeenAlertsRepository, 'notifiedWithin'>;
  },
): { notify(): Promise<void> } => {
  const { db, alerts, jobs, mail, publicUrl, clock } = needs;
  const people = createPreferencesRepository(db);
  const mailMessages = mail.kind('alert-digest', async ({ accountId, rhythm, since, until }: Digest) => {
    const recipient = await people.recipient(accountId);
    if (recipient === null || recipient.preference.email !== rhythm || !recipient.isEmailConfirmed)
      return null;
    const from = new Date(since);
    const rows = await alerts.notifiedWithin(viewerOf(recipient), from, new Date(until));
    const incidents = rows
      .map((row) => ({ alert: toAlert(row), hasReturned: row.notifiedAt < from }))
      .filter(({ alert }) => reachesSeverity(alert.severity, recipient.preference.emailFrom));
    if (incidents.length === 0) return null;
    return digestMail(incidents, clock(), {
      to: recipient.email,
      url: `${publicUrl}/alerts`,
      rhythm,
    });
  });
  const notify = async (): Promise<void> => {
    const now = clock();
    for (const recipient of await people.digestsBefore(new Date(now - SOONEST_MS))) {
      const digest = dueOf(recipient, now);
      if (digest === null) continue;
      await db.transaction().execute(async (within) => {
        const isFirst = createPreferencesRepository(within).markDigestSent(
          recipient.accountId,
          recipient.since,
          new Date(digest.until),
        );
        if (await isFirst) await mailMessages.send(digest, { within });
      });
    }
  };
  jobs.schedule('alert-digests', EVERY_HOUR, notify);
  return { notify };
};
