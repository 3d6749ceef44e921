import type { Log } from '@nascente/runtime/log';
import { StartRefused } from '@nascente/runtime/start-refused';
import type pg from 'pg';

/** Number of disks that store a reading before it is acknowledged; 2: two or more. */
type AcknowledgedDisks = 0 | 1 | 2;

export interface Durability {
  readonly disks: AcknowledgedDisks;
  readonly synchronousCommit: string;
  readonly fsync: boolean;
  /** Replicas that a commit waits for; empty: none. */
  readonly synchronousStandbyNames: string;
}

export type DurabilitySettings = Omit<Durability, 'disks'>;

/** With these settings, a commit waits until a synchronous replica has stored it on its disk. */
const WAITS_FOR_A_REPLICA: ReadonlySet<string> = new Set(['on', 'remote_apply']);

export const DURABILITY = `select current_setting('synchronous_commit') as "synchronousCommit",
  current_setting('fsync') = 'on' as fsync,
  current_setting('synchronous_standby_names') as "synchronousStandbyNames"`;

export const durabilityOf = (settings: DurabilitySettings): Durability => {
  const { synchronousCommit, fsync, synchronousStandbyNames } = settings;
  const isStored = fsync && synchronousCommit !== 'off';
  const isReplicated = synchronousStandbyNames.trim() !== '' && WAITS_FOR_A_REPLICA.has(synchronousCommit);
  const disks = isReplicated ? 2 : 1;
  return { ...settings, disks: isStored ? disks : 0 };
};

const WORTH: Readonly<Record<Exclude<AcknowledgedDisks, 0>, string>> = {
  1: 'What is acknowledged is on the disk of the database',
  2: 'What is acknowledged is on the disks of the database and of a synchronous replica',
};

/**
 * Determines the durability of a commit. Throws StartRefused if the database acknowledges before it writes; the message contains
 * the statement that corrects it. A server without fsync is only reported at each start, because that setting concerns all its
 * databases.
 */
export const requireDurability = async (client: Pick<pg.Pool, 'query'>, log: Log): Promise<void> => {
  const { rows } = await client.query<DurabilitySettings>(DURABILITY);
  const durability = durabilityOf(rows[0] as DurabilitySettings);
  if (durability.synchronousCommit === 'off')
    throw new StartRefused(
      'The database of DATABASE_URL says that something is stored before it is (synchronous_commit = off): a loss of power ' +
        'would lose acknowledged readings. Run: alter database … set synchronous_commit = on.',
    );
  if (durability.disks === 0)
    return log.error(
      durability,
      'What is acknowledged is lost with the power: the database runs without fsync',
    );
  log.info(durability, WORTH[durability.disks]);
};
