import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifySync, type Plugin, type Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

const SCRIPT = join(import.meta.dirname, '../src/app/first-paint/script.js');
/** Modules an address needs beside the entry, by the names that script.js uses. */
const SCREENS = {
  login: ['src/people/session/login-page.tsx'],
  shell: ['src/app/shell/shell.tsx'],
  home: ['src/insight/home/home-page.tsx'],
  meter: ['src/app/screen-loaders.ts', 'src/energy/consumption/meter-page.tsx'],
  bill: ['src/app/screen-loaders.ts', 'src/money/bills/cycle-bill/bill-page.tsx'],
  explore: ['src/app/screen-loaders.ts', 'src/energy/curves/explore-page.tsx'],
};

const chunksOf = (bundle: Bundle): Chunk[] => Object.values(bundle).filter((part) => part.type === 'chunk');

const withImports = (bundle: Bundle, chunk: Chunk, seen = new Set<Chunk>()): Set<Chunk> => {
  if (seen.has(chunk)) return seen;
  seen.add(chunk);
  for (const name of chunk.imports) {
    const imported = bundle[name];
    if (imported?.type === 'chunk') withImports(bundle, imported, seen);
  }
  return seen;
};

const filesOf = (chunks: Iterable<Chunk>): string[] =>
  [...chunks].flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])]);

/** Files of each screen that the page does not name itself. */
const earlyFiles = (bundle: Bundle): Record<string, string[]> => {
  const entry = chunksOf(bundle).find(({ isEntry }) => isEntry);
  const named = new Set(entry ? filesOf(withImports(bundle, entry)) : []);
  return Object.fromEntries(
    Object.entries(SCREENS).map(([name, modules]) => {
      const chunks = modules.flatMap((module) => {
        const chunk = chunksOf(bundle).find(({ moduleIds }) =>
          moduleIds.some((id) => id.endsWith(`/${module}`)),
        );
        if (!chunk) throw new Error(`The build has no ${module}: was it moved?`);
        return [...withImports(bundle, chunk)];
      });
      return [
        name,
        [...new Set(filesOf(chunks))].filter((file) => !named.has(file)).map((file) => `/${file}`),
      ];
    }),
  );
};

const textFontOf = (bundle: Bundle): string => {
  const font = Object.keys(bundle).find((file) => /inter-latin-wght-normal.*\.woff2$/.test(file));
  if (font === undefined) throw new Error('The build has no text font: was it renamed?');
  return `/${font}`;
};

const inlineScript = (bundle: Bundle | undefined, sheets: readonly string[], entry: string): string => {
  const source = readFileSync(SCRIPT, 'utf8');
  if (!bundle) return source;
  const files = JSON.stringify({ entry, sheets, font: textFontOf(bundle), ...earlyFiles(bundle) });
  return minifySync(
    'first-paint.js',
    source.replace(/files = \{[^}]*\}/, () => `files = ${files}`),
  ).code.trim();
};

const ENTRY = /(\s*)<script type="module"[^>]*src="([^"]*)"[^>]*><\/script>/;
const STYLE_SHEET = /\s*<link rel="stylesheet"[^>]*href="([^"]*)"[^>]*>/g;

/**
 * Inlines the first-paint script into index.html with the early files of each address, and lists entry and style
 * sheets there, since tags of the page would block the paint. The server allows the inline script and style by hash.
 * In development, Vite keeps the entry.
 */
export const firstPaint = (): Plugin => ({
  name: 'first-paint',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle }) => {
      const put = (page: string, sheets: readonly string[], entry: string) =>
        page.replace('<script data-first-paint></script>', () => {
          return `<script>${inlineScript(bundle, sheets, entry)}</script>`;
        });
      if (!bundle) return put(html, [], '');
      const sheets = [...html.matchAll(STYLE_SHEET)].map(([, href = '']) => href);
      const entry = ENTRY.exec(html)?.[2] ?? '';
      const early = `$1<link rel="modulepreload" crossorigin href="${entry}">`;
      return put(html.replace(STYLE_SHEET, '').replace(ENTRY, early), sheets, entry);
    },
  },
});
