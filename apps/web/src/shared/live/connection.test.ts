import { instant, parseZone } from '@nascente/domain/base/time/zone';
import { describe, expect, it } from 'vitest';
import { type LiveMeter, RESTING } from '../live-meters.ts';
import { connectionOf, connectionText, newestAt } from './connection.ts';

const now = instant(Date.parse('2026-11-20T17:05:00Z'));
const zone = parseZone('America/Manaus');
const connected: LiveMeter = { ...RESTING, link: 'connected', connectedAt: now - 1000 };
/** As the server answers it: silent after two minutes. */
const boardReceived = (lastSeen: string | null) => ({
  lastSeen,
  silentAfter: 120,
  online: lastSeen !== null && now - Date.parse(lastSeen) <= 120_000,
});
const said = (live: LiveMeter, lastSeen: string | null) => {
  if (zone === null) throw new Error('zone');
  return connectionText(connectionOf(live, boardReceived(lastSeen), now), now, zone).replaceAll(
    '\u00a0',
    ' ',
  );
};

describe('the connection state of a meter', () => {
  it('shows connecting, connected and waiting, live, silent, or disconnected', () => {
    expect(said(RESTING, null)).toBe('Conectando');
    expect(said(connected, '2026-11-20T17:04:30Z')).toBe('Conectado, aguardando');
    expect(said({ ...connected, receivedAt: now - 2000 }, null)).toBe('Ao vivo · há 2 s');
    expect(said({ ...RESTING, link: 'disconnected' }, null)).toBe('Desconectado');
  });

  it('reports a blocked connection although the server answers', () => {
    const barred = connectionOf({ ...RESTING, link: 'barred' }, boardReceived(null), now);
    expect(barred).toEqual({ kind: 'disconnected', since: null, isBarred: true });
    const lost = connectionOf({ ...RESTING, link: 'disconnected' }, boardReceived(null), now);
    expect(lost).toMatchObject({ isBarred: false });
  });

  it('shows since when messages are missing, by the clock of the meter', () => {
    expect(said(connected, '2026-11-20T14:05:00Z')).toBe('Sem mensagem desde 10:05');
    expect(said(connected, '2026-11-17T02:30:00Z')).toBe('Sem mensagem desde 16 nov, 22:30');
    expect(said(connected, null)).toBe('Sem mensagem');
    expect(said({ ...connected, receivedAt: now - 200_000 }, '2026-11-20T17:01:00Z')).toBe(
      'Sem mensagem desde 13:01',
    );
  });

  it('treats a meter as silent by its own interval', () => {
    const received = { ...connected, receivedAt: now - 600_000 };
    const board = { lastSeen: null, online: false };
    expect(connectionOf(received, { ...board, silentAfter: 900 }, now).kind).toBe('live');
    expect(connectionOf(received, { ...board, silentAfter: 120 }, now).kind).toBe('silent');
  });

  it('trusts the server until the feed has waited for the same time', () => {
    const board = { lastSeen: '2026-11-20T17:04:30Z', online: true, silentAfter: 120 };
    expect(connectionOf({ ...connected, connectedAt: now - 119_000 }, board, now).kind).toBe('waiting');
    expect(connectionOf({ ...connected, connectedAt: now - 121_000 }, board, now).kind).toBe('silent');
    expect(connectionOf(connected, { ...board, online: false }, now).kind).toBe('silent');
  });

  it('returns the newest of the stored and the received time', () => {
    expect(newestAt(connected, null)).toBeNull();
    expect(newestAt(connected, '2026-11-20T17:04:30Z')).toBe(Date.parse('2026-11-20T17:04:30Z'));
  });
});
