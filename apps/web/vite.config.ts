import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { compressedFiles } from './bundling/compressed-files.ts';
import { firstPaint } from './bundling/first-paint.ts';
import { preloadTextFont } from './bundling/text-font.ts';

const server = process.env.NASCENTE_SERVER ?? 'http://127.0.0.1:8080';

const fields =
  'Button|ActionIcon|Input|InputBase|TextInput|PasswordInput|Checkbox|Loader|Transition|UnstyledButton';
/** React, its router, of Mantine the core and the parts of the login, and what every screen of ours draws with. */
const everywhere = new RegExp(
  [
    `/node_modules/(react|react-dom|scheduler|react-router|clsx|@mantine/core/esm/(core|utils/(?!Floating)|components/(${fields})))/`,
    '/src/shared/ui/(class-names|document-title|icon)\\.',
  ].join('|'),
);

export default defineConfig({
  plugins: [
    react(),
    preloadTextFont(),
    firstPaint(),
    VitePWA({
      registerType: 'prompt',
      injectRegister: false,
      // Each brand has its own in public/, and index.html names the one that is due.
      manifest: false,
      workbox: {
        globPatterns: ['**/*.{js,css,html,woff2,svg,webmanifest}', 'icons/**/*.png'],
        navigateFallback: '/index.html',
        navigateFallbackDenylist: [/^\/api(\/|$)/, /^\/mqtt(\/|$)/],
        cleanupOutdatedCaches: true,
        sourcemap: false,
      },
    }),
    compressedFiles(),
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
