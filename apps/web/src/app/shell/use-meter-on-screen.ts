import { normalizeMac } from '@nascente/domain/sites/boards/mac';
import { useLocation } from 'react-router';

const OF_A_METER = /^\/(?:meter|editBoard|history)\/([^/]+)/;

/** The MAC of the meter whose page, history or edition is on screen, or null. */
export const useMeterOnScreen = (): string | null => {
  const [, mac] = OF_A_METER.exec(useLocation().pathname) ?? [];
  return mac === undefined ? null : normalizeMac(decodeURIComponent(mac));
};
