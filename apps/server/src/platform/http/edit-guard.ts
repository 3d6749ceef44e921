import type { Call, Edit, EditInput } from '@nascente/contract/base/call';
import { DEFAULT_ZONE, instant } from '@nascente/domain/base/time/zone';
import { formatClock } from '@nascente/domain/base/units/format';
import type { EditTurns } from '../database/edit-turns.ts';
import { Bug, ChangedMeanwhile, invalidField } from '../errors.ts';
import type { Caller } from './caller.ts';

export interface LastEdit {
  readonly accountId: string | null;
  readonly name: string | null;
  readonly at: Date;
}

export interface EditGuardNeeds {
  readonly inTurn: EditTurns;
  /** `null`: the audit trail contains no such edit. */
  readonly lastEdit: (actions: Edit['actions'], about: ReturnType<Edit['about']>) => Promise<LastEdit | null>;
}

type Read = (asking: ReturnType<Edit['asking']>) => Promise<unknown>;

/** Refuses an edit that would overwrite another edit unseen. */
export type EditGuard = ReturnType<typeof createEditGuard>;

const TAG = /^(?:W\/)?"?([0-9a-f]{16})"?$/;

const NO_VERSION =
  'O cabeçalho If-Match deve conter a versão que a leitura respondeu, por exemplo "0123456789abcdef".';

/** The version in the header `If-Match`; null without the header, or for '*'. Throws InvalidInput if it has another format. */
export const seenIn = (header: string | undefined): string | null => {
  if (header === undefined || header === '*') return null;
  const seen = TAG.exec(header)?.[1];
  if (seen === undefined) throw invalidField('if-match', NO_VERSION);
  return seen;
};

const whoOf = (last: LastEdit | null, caller: Caller | null): string => {
  if (last === null) return 'Alterado em outra tela ou por outra pessoa';
  const time = formatClock(instant(last.at.getTime()), DEFAULT_ZONE);
  if (last.accountId === caller?.accountId) return `Alterado por você em outra aba ou aparelho às ${time}`;
  return `Alterado por ${last.name ?? 'outra pessoa'} às ${time}`;
};

const textOf = (last: LastEdit | null, caller: Caller | null): string =>
  `${whoOf(last, caller)}, enquanto você editava. O que você digitou continua aqui: salvar de novo substitui a outra versão.`;

export const createEditGuard = ({ inTurn, lastEdit }: EditGuardNeeds) => {
  const readers = new Map<string, (input: never) => unknown>();
  const readFor = <Input>(edit: Edit, input: Input): Read => {
    const read = readers.get(edit.read.name);
    if (read === undefined) throw new Bug(`${edit.read.name} is not bound`);
    return async (asking) => read({ params: {}, query: {}, ...input, ...asking, body: undefined } as never);
  };
  return {
    /** Registers the handler of a reading call: edits read the current state through it. */
    offer<Input>(call: Call, read: (input: Input) => unknown) {
      if (call.effect === 'reads') readers.set(call.name, read);
    },
    /**
     * Runs an edit unless another edit came between. Throws ChangedMeanwhile. @param seen - the version in the editor; `null`:
     * not stated
     */
    guard<Input extends EditInput & { caller: Caller | null }, T>(
      { of: edit, seen }: { readonly of: Edit; readonly seen: string | null },
      input: Input,
      run: () => Promise<T>,
    ): Promise<T> {
      if (seen === null) return run();
      const read = readFor(edit, input);
      const asking = edit.asking(input);
      return inTurn(`${edit.read.name} ${JSON.stringify(asking)}`, async () => {
        const answer = await read(asking);
        const present = edit.seen(answer, input);
        // `null`: the caller does not see the object, and the edit itself throws NotFound.
        if (present === null || present === seen) return run();
        const last = await lastEdit(edit.actions, edit.about(answer, input));
        throw new ChangedMeanwhile(textOf(last, input.caller), present);
      });
    },
  };
};

export const noEditGuard: EditGuard = { offer: () => undefined, guard: (_edit, _input, run) => run() };
