import type { Plugin } from 'vite';

/** The text font is needed by the first paint: it is asked for beside the style sheet, not after it. */
export const preloadTextFont = (): Plugin => ({
  name: 'preload-text-font',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => /inter-latin-wght-normal.*\.woff2$/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
          injectTo: 'head' as const,
        })),
  },
});
