import { join } from 'node:path';
import { normalizePath, type Rolldown } from 'vite';

/**
 * Chunks in the order of a visit: a module lies in the chunk of the first of these screens that imports it. The
 * bundler's own split made fifty scripts for Home, each of which costs a round trip. It still splits modules that no
 * listed screen imports.
 */
const VISIT = [
  ['base', ['app/main.tsx', 'people/session/login-page.tsx']],
  // Code that sign-in shares with the screens behind it.
  ['calls', ['shared/session-state/signed-in.ts']],
  ['inside', ['app/shell/shell.tsx']],
  ['figures', ['insight/home/home-page.tsx']],
  ['forms', ['people/sign-up/sign-up-page.tsx']],
  ['meter', ['energy/consumption/meter-page.tsx']],
  ['bill', ['money/bills/cycle-bill/bill-page.tsx']],
] as const;

type Graph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

/** The bundler takes only the used part of a library, so libraries follow their importers. */
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

export const chunkGroups = (sources: string) => {
  const entry = normalizePath(join(sources, 'app/main.tsx'));
  let chunks: ReadonlyMap<string, string> | undefined;
  return VISIT.map(([chunk], index) => ({
    debugName: chunk,
    name: (id: string, graph: Graph) => {
      chunks ??= chunksOf(graph, sources);
      return chunks.get(id) === chunk && id !== entry ? chunk : null;
    },
    // Library code shared by several chunks lies in the first of them.
    priority: VISIT.length - index,
  }));
};
