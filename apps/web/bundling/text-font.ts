import type { Plugin } from 'vite';

/**
 * The text font is asked for with the page and not once its style is worked out. In the body, because Chromium holds up
 * the first paint for what the head preloads; the fallback has the font's measures, so nothing moves when it comes. Of low
 * priority: it is as large as a third of the scripts, and there is no text before they have come.
 */
export const preloadTextFont = (): Plugin => ({
  name: 'preload-text-font',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => /inter-latin-wght-normal.*\.woff2$/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: {
            rel: 'preload',
            as: 'font',
            type: 'font/woff2',
            href: `/${file}`,
            crossorigin: '',
            fetchpriority: 'low',
          },
          injectTo: 'body' as const,
        })),
  },
});
