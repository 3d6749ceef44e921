import { join } from 'node:path';
import { normalizePath, type Rolldown } from 'vite';

/**
 * What is fetched together, in the order in which a visit comes to it: a module lies in the chunk of the first of these
 * screens that imports it. By itself a bundler cuts by who imports what: Home was fifty scripts, and over a slow network
 * each of them costs more than its bytes. What no screen of the list imports is cut by the bundler.
 */
const VISIT = [
  ['base', ['app/main.tsx', 'people/session/login-page.tsx']],
  // What a sign-in has in common with the screens behind it; its own ways in are no part of any of these.
  ['calls', ['shared/session-state/signed-in.ts']],
  ['inside', ['app/shell/shell.tsx']],
  ['figures', ['insight/home/home-page.tsx']],
  ['forms', ['people/sign-up/sign-up-page.tsx']],
  ['meter', ['energy/consumption/meter-page.tsx']],
  ['bill', ['money/bills/cycle-bill/bill-page.tsx']],
] as const;

type Graph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

/** Libraries follow whoever imports them: the bundler brings of each only what is used. */
const isLibrary = (id: string) => id.includes('/node_modules/') || id.startsWith('\0');

const reach = (graph: Graph, id: string, reached: Set<string>): Set<string> => {
  if (reached.has(id) || isLibrary(id)) return reached;
  reached.add(id);
  for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) reach(graph, imported, reached);
  return reached;
};

const chunksOf = (graph: Graph, sources: string): ReadonlyMap<string, string> => {
  const chunks = new Map<string, string>();
  for (const [chunk, screen] of VISIT.flatMap(([name, screens]) =>
    screens.map((one) => [name, one] as const),
  )) {
    const start = normalizePath(join(sources, screen));
    if (graph.getModuleInfo(start) === null) throw new Error(`The build has no ${screen}: was it moved?`);
    const reached = [...reach(graph, start, new Set())].filter((id) => !chunks.has(id));
    for (const id of reached) chunks.set(id, chunk);
  }
  return chunks;
};

/** The application's chunks, for `rolldownOptions.output.codeSplitting`. */
export const chunkGroups = (sources: string) => {
  const entry = normalizePath(join(sources, 'app/main.tsx'));
  let chunks: ReadonlyMap<string, string> | undefined;
  return VISIT.map(([chunk], index) => ({
    debugName: chunk,
    name: (id: string, graph: Graph) => {
      chunks ??= chunksOf(graph, sources);
      return chunks.get(id) === chunk && id !== entry ? chunk : null;
    },
    // What several chunks use of a library lies in the first of them.
    priority: VISIT.length - index,
  }));
};
