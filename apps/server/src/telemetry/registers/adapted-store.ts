import { setTimeout as delay } from 'node:timers/promises';
import { DAY_MS, type Instant, instant, MINUTE_MS } from '@nascente/domain/base/time/zone';
import { REGISTER_NAMES, type RegisterName } from '@nascente/domain/telemetry/adapters/mapped-field';
import type { BoardKind } from '@nascente/domain/telemetry/frames/frame';
import { blankFrame, type Frame } from '@nascente/domain/telemetry/frames/frame';
import type { RegisterLimits } from '@nascente/domain/telemetry/registers/registers';
import type { PoolClient } from 'pg';
import { inTransaction } from '../../platform/database/connections/client-connection.ts';
import type { AdaptedMessage, OpenAdaptedStore } from '../ingest/index.ts';
import type { AdaptedState, MeasuredFields } from './adapted-state.repository.ts';
import { createAdaptedStateRepository } from './adapted-state.repository.ts';
import { credit, keyOf, type TouchedInstant } from './credit.ts';
import { createCreditedReadingsRepository } from './credited-readings.repository.ts';
import {
  createRegisterStepsRepository,
  type RawValue,
  type StepKey,
  type StoredStep,
  type TouchedWindow,
} from './register-steps.repository.ts';
import { rejudge } from './rejudge.ts';

/** All values of one instant of an installation. */
interface MergedMessage {
  readonly installationId: number;
  readonly kind: BoardKind;
  readonly at: Instant;
  readonly isPartial: boolean;
  measured: MeasuredFields;
  registers: Readonly<Partial<Record<RegisterName, number>>>;
  /** Position of the last of these messages in the batch. */
  position: number;
}

/** Merges the messages of each instant. Of repeated values the last one is used, of registers the first one. */
const merged = (messages: readonly AdaptedMessage[]): MergedMessage[] => {
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

/** How long a value stays valid if the meter publishes only changes. */
const HOLDS_MS = MINUTE_MS;

/**
 * Completes partial messages from recent values. @param messages - in order of installation and time; modified in place
 * @returns the newest state of each installation
 */
const overlaid = (messages: readonly MergedMessage[], states: readonly AdaptedState[]): AdaptedState[] => {
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

const FIRST_PAUSE_MS = 25;
const MAX_PAUSE_MS = 1_000;

/**
 * The store of registers: raw values, verdicts, readings and totals in one transaction. No register state is held in memory, so a
 * kill loses nothing.
 */
export const openAdaptedStore: OpenAdaptedStore = ({ pool, prepareDays, clock, log, onStall }) => {
  let isClosed = false;

  const attempt = async (messages: readonly AdaptedMessage[]): Promise<(Frame | null)[]> => {
    await prepareDays(new Set(messages.map(({ at }) => Math.floor(at / DAY_MS))));
    const connection = await pool.connect();
    return inTransaction(connection, () => appendWithin(connection, messages, clock()));
  };

  return {
    async append(messages) {
      for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
        try {
          const shown = await attempt(messages);
          onStall(false);
          return shown;
        } catch (failure) {
          if (isClosed) throw failure;
          onStall(true);
          log.warn({ err: failure, messages: messages.length }, 'registers could not be stored yet');
          await delay(pause);
        }
      }
    },
    async trim(before) {
      const steps = createRegisterStepsRepository(pool, REGISTER_NAMES);
      while (!isClosed && (await steps.trim(before)) > 0);
    },
    close() {
      isClosed = true;
    },
  };
};

const appendWithin = async (
  connection: PoolClient,
  messages: readonly AdaptedMessage[],
  now: Instant,
): Promise<(Frame | null)[]> => {
  const steps = createRegisterStepsRepository(connection, REGISTER_NAMES);
  const readings = createCreditedReadingsRepository(connection);
  const states = createAdaptedStateRepository(connection);
  const instants = merged(messages);
  const adaptedStates = await states.lock(instants.map(({ installationId }) => installationId));
  const newest = overlaid(instants, adaptedStates);
  const added = await steps.add(instants.flatMap(valuesOf));
  const limits = new Map(messages.map((message) => [message.installationId, message.limits]));
  const limitsOf = ({ installationId }: TouchedWindow): RegisterLimits =>
    limits.get(installationId) ?? { width: null, maxPerHour: null };
  const changed = await rejudge(steps, windowsOf(added), limitsOf);
  const shown = await credit({ steps, readings, now }, touchedBy(instants, changed));
  await states.save(newest);
  const positions = new Map(instants.map((each) => [each.position, keyOf(each.installationId, each.at)]));
  return messages.map((_, position) => shown.get(positions.get(position) ?? '') ?? null);
};

const valuesOf = ({ installationId, at, registers }: MergedMessage): RawValue[] =>
  Object.entries(registers).map(([register, raw]) => ({
    installationId,
    at,
    register: register as RegisterName,
    raw,
  }));

/** One window for each register, from the first to the last of its new values. */
const windowsOf = (added: readonly StepKey[]): TouchedWindow[] => {
  const windows = new Map<string, TouchedWindow>();
  for (const { installationId, register, at } of added) {
    const key = `${installationId} ${register}`;
    const touched = windows.get(key);
    const since = instant(Math.min(touched?.since ?? at, at));
    const until = instant(Math.max(touched?.until ?? at, at));
    windows.set(key, { installationId, register, since, until });
  }
  return [...windows.values()];
};

/** The times of the messages, and those of steps with a changed verdict. */
const touchedBy = (
  instants: readonly Pick<MergedMessage, 'installationId' | 'kind' | 'at' | 'measured'>[],
  changed: readonly StoredStep[],
): TouchedInstant[] => {
  const touched = new Map<string, TouchedInstant>();
  const kinds = new Map(instants.map(({ installationId, kind }) => [installationId, kind]));
  for (const { installationId, at } of changed) {
    const frame = blankFrame(kinds.get(installationId) ?? 'tri', at);
    touched.set(keyOf(installationId, at), { installationId, frame });
  }
  for (const { installationId, kind, at, measured } of instants) {
    const frame = { ...blankFrame(kind, at), ...measured };
    touched.set(keyOf(installationId, at), { installationId, frame });
  }
  return [...touched.values()];
};
