import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks a second of /proc (sysconf(_SC_CLK_TCK) on Linux). */
const TICKS = 100;

const fieldsOf = (pid: string): readonly string[] => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
  } catch {
    return [];
  }
};

/** CPU seconds of a process and of all that it started and that still lives, until now. Linux only. */
export const cpuOfTree = (root: number): number => {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const stats = new Map(pids.map((pid) => [pid, fieldsOf(pid)]));
  const belongs = (pid: string | undefined): boolean =>
    pid === String(root) || (pid !== undefined && pid !== '0' && belongs(stats.get(pid)?.[1]));
  const ticks = pids
    .filter(belongs)
    .map((pid) => Number(stats.get(pid)?.[11]) + Number(stats.get(pid)?.[12]));
  return ticks.reduce((sum, own) => sum + own, 0) / TICKS;
};
