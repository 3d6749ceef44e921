import type { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, vi } from 'vitest';
import { connectBoard, startTestTelemetry, triLine } from '../boards/test-telemetry.ts';
import { openRaw, openRawWebSocket } from '../raw-connections.ts';
import { type HostileTalk, hostileTalk, rightConnect, type SignIn } from './hostile-packets.ts';

const CONCURRENT = 40;
/** A closed connection is not awaited, even if a part of a packet is missing. */
const CLOSED_WITHIN_MS = 15_000;

/** What is held once everything that nobody holds has been given back; the process itself keeps room for as much again. */
const heldBytes = (): number => {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

const maskedFrame = (payload: Buffer): Buffer => {
  const head = Buffer.alloc(payload.length < 126 ? 6 : 8);
  head[0] = 0x82;
  if (payload.length < 126) head[1] = 0x80 | payload.length;
  else {
    head[1] = 0x80 | 126;
    head.writeUInt16BE(payload.length, 2);
  }
  return Buffer.concat([head, payload]);
};

const talk = async (
  ports: { readonly tcp: number | null; readonly websocket: number | null },
  signIn: SignIn,
  { isWebSocket, isSignedIn, pieces }: HostileTalk,
): Promise<void> => {
  const socket: Socket = isWebSocket ? await openRawWebSocket(ports.websocket) : await openRaw(ports.tcp);
  const send = (bytes: Buffer): void => void socket.write(isWebSocket ? maskedFrame(bytes) : bytes);
  const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()));
  if (isSignedIn) {
    const answered = new Promise<void>((resolve) => void socket.once('data', () => resolve()));
    send(rightConnect(signIn));
    await Promise.race([answered, closed]);
  }
  for (const piece of pieces) if (piece.length > 0) send(piece);
  socket.end();
  const said = JSON.stringify({
    isWebSocket,
    isSignedIn,
    pieces: pieces.map((piece) => piece.toString('hex')),
  });
  await vi.waitFor(() => expect(socket.closed, `kept open: ${said}`).toBe(true), {
    timeout: CLOSED_WITHIN_MS,
  });
};

/**
 * Talks to the broker as a stranger and as a board, in broken MQTT, while another board sends readings: that one loses
 * nothing, every connection ends, and nobody stays behind. Tells how much memory is held that was not before.
 */
export const fuzzBroker = async (talks: number): Promise<{ moreBytes: number }> => {
  const telemetry = await startTestTelemetry({ brokerLimits: { signInWithinMs: 2_000 } });
  const { ports, fleet, database, broker } = telemetry;
  const [hostile, honest] = [await fleet.board(), await fleet.board()];
  const client = await vi.waitFor(() => connectBoard(ports.tcp, honest));
  const drawn = fc.sample(hostileTalk(hostile), {
    numRuns: talks,
    seed: Number(fc.readConfigureGlobal().seed ?? 0),
  });
  const start = Date.now() - 3_600_000;
  let sent = 0;
  const before = heldBytes();
  for (let first = 0; first < drawn.length; first += CONCURRENT) {
    await Promise.all([
      ...drawn.slice(first, first + CONCURRENT).map((one) => talk(ports, hostile, one)),
      client.publishAsync(`message/${honest.mac}`, triLine(honest.mac, start + sent++ * 1_000), { qos: 1 }),
    ]);
  }
  const { rows } = await database.pool.query<{ count: number }>(
    'select count(*)::int as count from reading where installation_id = $1',
    [honest.installationId],
  );
  expect(rows[0]?.count).toBe(sent);
  expect(client.connected).toBe(true);
  // It was heard: lines of its own board that are none were counted by why.
  await vi.waitFor(async () => {
    const received = await database.pool.query('select 1 from refused_of_board where mac = $1', [
      hostile.mac,
    ]);
    expect(received.rows.length).toBeGreaterThan(0);
  });
  await vi.waitFor(() => expect(broker.unauthenticated().present).toBe(0), { timeout: 10_000 });
  await vi.waitFor(() => expect(broker.connections()).toBe(1), { timeout: 10_000 });
  return { moreBytes: heldBytes() - before };
};
