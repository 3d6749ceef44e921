import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { chunkGroups } from './bundling/chunks.ts';
import { compressedFiles } from './bundling/compressed-files.ts';
import { firstPaint } from './bundling/first-paint.ts';

const server = process.env.NASCENTE_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [
    react(),
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
        // The script that shows notices of alerts.
        importScripts: ['/push.js'],
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
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups(join(import.meta.dirname, 'src')) } } },
  },
  worker: { format: 'es' },
  server: { proxy: { '/api': server, '/mqtt': { target: server, ws: true } } },
});
