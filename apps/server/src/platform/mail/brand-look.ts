import type { BrandName } from '@nascente/domain/people/brand';

export interface BrandLook {
  readonly primary: string;
  readonly onPrimary: string;
  readonly primarySoft: string;
  /** At the top and the bottom; the second brand names no product. */
  readonly name: string | null;
  readonly tagline: string | null;
}

/** The light theme of the web application: mail programs darken colours by themselves. */
export const SURFACES = {
  background: '#f4f7f6',
  surface: '#ffffff',
  line: '#dde5e2',
  ink: '#10201f',
  muted: '#566966',
} as const;

export const BRAND_LOOKS: Readonly<Record<BrandName, BrandLook>> = {
  first: {
    primary: '#0b6b62',
    onPrimary: '#ffffff',
    primarySoft: '#dcefeb',
    name: 'Nascente',
    tagline: 'Gestão energética inteligente',
  },
  second: { primary: '#5b3f8c', onPrimary: '#ffffff', primarySoft: '#ece7f4', name: null, tagline: null },
};
