import { readdirSync, readFileSync } from 'node:fs';

const parentOf = (pid: string): string | null => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ')[1] ?? null;
  } catch {
    return null;
  }
};

/** Proportional set size: pages that processes share are counted once among them. Linux only. */
const pssBytes = (pid: string): number => {
  try {
    const [, kilobytes = '0'] =
      /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1')) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return 0;
  }
};

/** Memory of a process and of everything that it started, in bytes. */
export const memoryOfTree = (root: number): number => {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const parents = new Map(pids.map((pid) => [pid, parentOf(pid)]));
  const belongs = (pid: string | null | undefined): boolean =>
    pid === String(root) || (pid != null && pid !== '0' && belongs(parents.get(pid)));
  return pids.filter(belongs).reduce((sum, pid) => sum + pssBytes(pid), 0);
};
