import type { Zone } from '@nascente/domain/base/time/zone';
import { bakery, bakeryColdRoom, bakeryOvens } from './bakery.ts';
import { doughFactory } from './factory.ts';
import { gallery, galleryCafe, galleryPharmacy, galleryStudio } from './gallery.ts';
import type { ElectricLoad, WaterLoad } from './load.ts';
import { office, officeAirConditioning, officePanels } from './office.ts';
import { bakeryWater } from './water.ts';

interface Site {
  readonly zone: Zone;
  /** Boards of one establishment share a seed, so that a part never draws more than the whole. */
  readonly seed: string;
  /** Since when a tap drips, epoch ms; null for never. */
  readonly leakingFrom: number | null;
}

/** What a board is connected to, by name. */
type Profile =
  | { readonly kind: 'tri' | 'mono'; readonly load: (site: Site) => ElectricLoad }
  | { readonly kind: 'water'; readonly load: (site: Site) => WaterLoad };

export const PROFILES = {
  bakery: { kind: 'tri', load: ({ zone, seed }) => bakery(zone, seed) },
  'bakery-ovens': { kind: 'tri', load: ({ zone, seed }) => bakeryOvens(zone, seed) },
  'bakery-cold-room': { kind: 'mono', load: ({ zone, seed }) => bakeryColdRoom(zone, seed) },
  'bakery-water': {
    kind: 'water',
    load: ({ zone, seed, leakingFrom }) => bakeryWater(zone, seed, { leakingFrom }),
  },
  'dough-factory': { kind: 'tri', load: ({ zone, seed }) => doughFactory(zone, seed) },
  office: { kind: 'mono', load: ({ zone, seed }) => office(zone, seed) },
  'office-air-conditioning': { kind: 'mono', load: ({ zone, seed }) => officeAirConditioning(zone, seed) },
  'office-inverter': { kind: 'mono', load: ({ zone, seed }) => officePanels(zone, seed) },
  gallery: { kind: 'tri', load: ({ zone, seed }) => gallery(zone, seed) },
  'gallery-cafe': { kind: 'mono', load: ({ zone, seed }) => galleryCafe(zone, seed) },
  'gallery-pharmacy': { kind: 'mono', load: ({ zone, seed }) => galleryPharmacy(zone, seed) },
  'gallery-studio': { kind: 'mono', load: ({ zone, seed }) => galleryStudio(zone, seed) },
} as const satisfies Record<string, Profile>;

export type ProfileName = keyof typeof PROFILES;

export const PROFILE_NAMES = Object.keys(PROFILES) as ProfileName[];

export const isProfileName = (text: string): text is ProfileName => Object.hasOwn(PROFILES, text);
