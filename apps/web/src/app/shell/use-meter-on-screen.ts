import { normalizeMac } from '@nascente/domain/sites/boards/mac';
import { useLocation } from 'react-router';

const OF_A_METER = /^\/(?:meter|editBoard|history)\/([^/]+)/;

/** The only meter of the curves in an Explorer address. */
const exploredMac = (search: string): string | undefined => {
  const series = new URLSearchParams(search).get('ver')?.split(',') ?? [];
  const [mac, ...others] = new Set(series.map((part) => part.split('~')[0] ?? ''));
  return others.length === 0 ? mac : undefined;
};

/** The MAC of the meter on screen: its page, history, edit form or curves; otherwise null. */
export const useMeterOnScreen = (): string | null => {
  const { pathname, search } = useLocation();
  const [, ofPath] = OF_A_METER.exec(pathname) ?? [];
  const mac = pathname === '/explore' ? exploredMac(search) : ofPath && decodeURIComponent(ofPath);
  return mac === undefined ? null : normalizeMac(mac);
};
