import { type BrandName, brandName } from '@nascente/domain/people/brand';

export interface BrandLook {
  readonly primary: string;
  readonly onPrimary: string;
  readonly primarySoft: string;
  /** Name at the top and the bottom and of the sender, equal to that on the screens of the recipient. */
  readonly name: string;
  /** Tagline of the product; `null` for the second brand. */
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
    name: brandName('first'),
    tagline: 'Gestão energética inteligente',
  },
  second: {
    primary: '#5b3f8c',
    onPrimary: '#ffffff',
    primarySoft: '#ece7f4',
    name: brandName('second'),
    tagline: null,
  },
};
