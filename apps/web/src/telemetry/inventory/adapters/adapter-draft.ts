import { type AnsweredAdapter, boardAdapter } from '@nascente/contract/sites/board-adapter';
import { DEFAULT_ZONE } from '@nascente/domain/base/time/zone';
import type { AdapterKind } from '@nascente/domain/telemetry/adapters/adapter';
import { figureOf } from '../../../shared/forms/fields/decimal-input.ts';
import { MAPPING_EXAMPLE } from './adapter-words.ts';

/** The fields as they are typed; 'native' is no adapter. */
export interface AdapterDraft {
  readonly adapter: AdapterKind | 'native';
  readonly topic: string;
  readonly zone: string;
  readonly mapping: string;
  readonly registerWidth: string;
  readonly mostPerHour: string;
}

const numberText = (value: number | null): string => (value === null ? '' : String(value).replace('.', ','));

export const draftOf = (adapter: AnsweredAdapter | null): AdapterDraft => ({
  adapter: adapter?.adapter ?? 'native',
  topic: adapter?.topic ?? '',
  zone: adapter?.zone ?? DEFAULT_ZONE,
  mapping: adapter?.mapping ? JSON.stringify(adapter.mapping, null, 2) : MAPPING_EXAMPLE,
  registerWidth: numberText(adapter?.registerWidth ?? null),
  mostPerHour: numberText(adapter?.mostPerHour ?? null),
});

type DraftFault = { readonly field: keyof AdapterDraft; readonly msg: string };

type ReadDraft = { readonly adapter: AnsweredAdapter | null } | { readonly faults: readonly DraftFault[] };

const NOT_JSON = 'O mapeamento não é JSON válido.';

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** The adapter that was typed, or what is wrong with it and where, by the contract's own rules. */
export const readDraft = (draft: AdapterDraft): ReadDraft => {
  const { adapter, topic, zone } = draft;
  if (adapter === 'native') return { adapter: null };
  const mapping = adapter === 'generic' ? jsonOf(draft.mapping) : null;
  if (mapping === undefined) return { faults: [{ field: 'mapping', msg: NOT_JSON }] };
  const registerWidth = figureOf(draft.registerWidth);
  const mostPerHour = figureOf(draft.mostPerHour);
  const read = boardAdapter.safeParse({ adapter, topic, zone, mapping, registerWidth, mostPerHour });
  if (read.success) return { adapter: read.data };
  return {
    faults: read.error.issues.map(({ path, message }) => {
      const [field = 'adapter', ...inside] = path.map(String);
      const within = inside.length > 0 ? ` (${inside.join('.')})` : '';
      return { field: field as keyof AdapterDraft, msg: `${message}${within}` };
    }),
  };
};
