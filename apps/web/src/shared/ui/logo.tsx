/** The mark: the sun rising over water. */
export const Logo = ({ size = 28 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="9" fill="var(--primary)" />
    <path d="M6 19.5a10 10 0 0 1 20 0" fill="none" stroke="#f6b44b" strokeWidth="3" strokeLinecap="round" />
    <path
      d="M7 24.5c2.2 0 2.2-1.6 4.5-1.6s2.2 1.6 4.5 1.6 2.2-1.6 4.5-1.6 2.2 1.6 4.5 1.6"
      fill="none"
      stroke="var(--on-primary)"
      strokeWidth="2.4"
      strokeLinecap="round"
    />
  </svg>
);
