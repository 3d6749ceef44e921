import type { BrandName } from '@nascente/domain/people/brand';
import { brandOnScreen } from '../../brand-on-screen.ts';

/** A sun rising over water; for the second brand, a flash. */
const MARKS = {
  first: (
    <>
      <path d="M6 19.5a10 10 0 0 1 20 0" fill="none" stroke="#f6b44b" strokeWidth="3" strokeLinecap="round" />
      <path
        d="M7 24.5c2.2 0 2.2-1.6 4.5-1.6s2.2 1.6 4.5 1.6 2.2-1.6 4.5-1.6 2.2 1.6 4.5 1.6"
        fill="none"
        stroke="var(--on-primary)"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
    </>
  ),
  second: <path d="M17.8 5.5 8.5 18.2h6.3l-1.2 8.3 9.9-13.2h-6.6z" fill="var(--on-primary)" />,
};

export const Logo = ({ size = 28, brand = brandOnScreen() }: { size?: number; brand?: BrandName }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="9" fill="var(--primary)" />
    {MARKS[brand]}
  </svg>
);
