import { normalizeMac } from '@nascente/domain/metering/mac';
import { useMatch } from 'react-router';

/** The MAC of the meter whose page is on screen, or null. */
export const useMeterOnScreen = (): string | null => {
  const mac = useMatch('/meter/:mac')?.params.mac;
  return mac === undefined ? null : normalizeMac(mac);
};
