/** Which bar the keyboard reaches from here; undefined where the key means nothing to a chart. */
export const stepThrough = (key: string, active: number | null, count: number): number | null | undefined => {
  if (count === 0) return undefined;
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return active === null ? 0 : Math.min(active + 1, count - 1);
    case 'ArrowLeft':
    case 'ArrowDown':
      return active === null ? count - 1 : Math.max(active - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    case 'PageUp':
      return Math.max((active ?? count) - 7, 0);
    case 'PageDown':
      return Math.min((active ?? -1) + 7, count - 1);
    case 'Escape':
      return null;
    default:
      return undefined;
  }
};
