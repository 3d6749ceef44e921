import type { ImportPreview } from '@nascente/contract/energy/past-imports';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { WorkerThreads } from '../../platform/workers/worker-threads.ts';
import type { PreviewRequest } from './file-imports.ts';

export interface ThreadInput {
  readonly connectionString: string;
  readonly now: number;
  readonly task:
    | { readonly kind: 'preview'; readonly request: PreviewRequest }
    | { readonly kind: 'import'; readonly importId: number };
}

export type ImportThreads = ReturnType<typeof createImportThreads>;

const MODULE = new URL('./past-imports.worker.ts', import.meta.url);
/** Memory limit of a thread. A file of a million rows needs half of it, and unused memory is collected late. */
const MEMORY_MB = 176;
const TOO_LARGE =
  'O arquivo é grande demais para ser lido de uma vez: divida-o e envie uma parte de cada vez.';

/** Parses files in separate threads, so that boards and other users do not wait. */
export const createImportThreads = (needs: {
  threads: WorkerThreads;
  connectionString: string;
  clock: () => Instant;
}) => {
  const { threads, connectionString, clock } = needs;
  const inputOf = (task: ThreadInput['task']): ThreadInput => ({ connectionString, now: clock(), task });
  const common = { module: MODULE, tooLarge: TOO_LARGE, memoryMb: MEMORY_MB };
  return {
    /** At most one for each account at a time; aborted by `signal`. */
    preview: (person: string, request: PreviewRequest, signal: AbortSignal): Promise<ImportPreview> =>
      threads.run<ImportPreview>({ ...common, person, signal, input: inputOf({ kind: 'preview', request }) }),
    work: (importId: number): Promise<void> =>
      threads.run<void>({ ...common, person: null, input: inputOf({ kind: 'import', importId }) }),
  };
};
