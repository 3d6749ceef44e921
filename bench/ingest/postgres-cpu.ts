import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Clock ticks a second of /proc (sysconf(_SC_CLK_TCK) on Linux). */
const TICKS = 100;

interface Stat {
  readonly parent: number;
  readonly ticks: number;
}

const statOf = (pid: string): Stat | null => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
    const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0);
    return { parent: Number(fields[1]), ticks };
  } catch {
    return null;
  }
};

/** CPU seconds of the embedded PostgreSQL below a data directory, all of its processes, until now. Linux only. */
export const postgresCpuSeconds = (dataDir: string): number => {
  const postmaster = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  let ticks = 0;
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    const stat = statOf(pid);
    if (stat !== null && (Number(pid) === postmaster || stat.parent === postmaster)) ticks += stat.ticks;
  }
  return ticks / TICKS;
};
