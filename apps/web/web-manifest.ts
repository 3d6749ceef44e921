import type { ManifestOptions } from 'vite-plugin-pwa';

/** How an installed Nascente presents itself to the operating system. */
export const webManifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Nascente',
  short_name: 'Nascente',
  description: 'Gestão energética inteligente: energia e água, ao vivo e no mês.',
  lang: 'pt-BR',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#f4f7f6',
  theme_color: '#0b6b62',
  categories: ['business', 'utilities'],
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
};
