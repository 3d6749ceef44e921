import { type Instant, MINUTE_MS } from '@nascente/domain/base/time/zone';
import type { RegisterName } from '@nascente/domain/telemetry/adapters/mapped-field';
import type { BoardKind } from '@nascente/domain/telemetry/frames/frame';
import type { AdaptedMessage } from '../ingest/index.ts';
import type { AdaptedState, MeasuredFields } from './adapted-state.repository.ts';
import { keyOf } from './credit.ts';

/** Everything that the messages of one instant told of an installation. */
export interface MergedMessage {
  readonly installationId: number;
  readonly kind: BoardKind;
  readonly at: Instant;
  readonly isPartial: boolean;
  measured: MeasuredFields;
  registers: Readonly<Partial<Record<RegisterName, number>>>;
  /** Position in the batch of the last of them. */
  position: number;
}

/** Lays the messages of each instant over each other: of values told twice the later, of registers the first. */
export const merged = (messages: readonly AdaptedMessage[]): MergedMessage[] => {
  const byInstant = new Map<string, MergedMessage>();
  for (const [position, message] of messages.entries()) {
    const { installationId, kind, at, isPartial, measured, registers } = message;
    const key = keyOf(installationId, at);
    const merged = byInstant.get(key);
    if (merged === undefined) {
      byInstant.set(key, { installationId, kind, at, isPartial, measured, registers, position });
      continue;
    }
    merged.measured = { ...merged.measured, ...measured };
    merged.registers = { ...registers, ...merged.registers };
    merged.position = position;
  }
  return [...byInstant.values()].sort((a, b) => a.installationId - b.installationId || a.at - b.at);
};

/** What a meter told holds so long when it tells only what has changed. */
const HOLDS_MS = MINUTE_MS;

/**
 * Fills what partial messages leave out from what was told shortly before.
 *
 * @param merged - in order of installation and time; they are changed
 * @returns the newest state of each installation
 */
export const overlaid = (
  messages: readonly MergedMessage[],
  states: readonly AdaptedState[],
): AdaptedState[] => {
  const newest = new Map(states.map((state) => [state.installationId, state]));
  for (const message of messages) {
    const { installationId, at } = message;
    const newestState = newest.get(installationId);
    if (newestState !== undefined && at < newestState.at) continue;
    const holds = message.isPartial && newestState !== undefined && at - newestState.at <= HOLDS_MS;
    if (holds) message.measured = { ...newestState.measured, ...message.measured };
    newest.set(installationId, { installationId, at, measured: message.measured });
  }
  return [...newest.values()];
};
