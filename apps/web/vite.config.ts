import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { webManifest } from './web-manifest.ts';

/** The text font is needed by the first paint: it is asked for beside the style sheet, not after it. */
const preloadTextFont = (): Plugin => ({
  name: 'preload-text-font',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => /inter-latin-wght-normal.*\.woff2$/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
          injectTo: 'head-prepend' as const,
        })),
  },
});

const server = process.env.NASCENTE_SERVER ?? 'http://127.0.0.1:8080';

const fields =
  'Button|ActionIcon|Input|InputBase|TextInput|PasswordInput|Checkbox|Loader|Transition|UnstyledButton';
/** React, its router, and of Mantine the core and the parts of the login. */
const everywhere = new RegExp(
  `/node_modules/(react|react-dom|scheduler|react-router|clsx|@mantine/core/esm/(core|utils|components/(${fields})))/`,
);

export default defineConfig({
  plugins: [
    react(),
    preloadTextFont(),
    VitePWA({
      registerType: 'prompt',
      injectRegister: false,
      manifest: webManifest,
      workbox: {
        globPatterns: ['**/*.{js,css,html,woff2,svg}', 'icons/*.png'],
        navigateFallback: '/index.html',
        navigateFallbackDenylist: [/^\/api(\/|$)/, /^\/mqtt(\/|$)/],
        cleanupOutdatedCaches: true,
        sourcemap: false,
      },
    }),
  ],
  build: {
    manifest: true,
    target: 'es2023',
    // Under the strict content security policy a font or picture is a file, never a data: address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // In one file, what every screen stands on compresses 3 % better than cut by who imports what.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'base', test: everywhere }] } } },
  },
  server: { proxy: { '/api': server, '/mqtt': { target: server, ws: true } } },
});
