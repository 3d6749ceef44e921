import { useCallback, useMemo } from 'react';
import { z } from 'zod/mini';
import { draftName, forgetDraft, keepDraft, readDraft } from '../../../shared/session-state/drafts.ts';
import { useUser } from '../../../shared/session-state/signed-in.ts';
import { LAST_STEP } from '../steps/steps.ts';
import type { TypedEstablishment } from './typed-establishment.ts';

const text = z.string();
const cooling = z.strictObject({ btu: text, quantity: text });
const day = z.strictObject({ open: z.boolean(), openHour: text, closeHour: text });

/** A draft of another shape, of an older version of the app, is none. */
const typed = z.strictObject({
  owner: z.nullable(z.strictObject({ id: text, label: text })),
  cnpj: text,
  corporateName: text,
  fantasyName: text,
  activity: text,
  numberOfEmployees: text,
  area: text,
  headcount: text,
  location: z.strictObject({
    postalCode: text,
    address: text,
    number: text,
    description: text,
    neighborhood: text,
    city: text,
    state: text,
  }),
  zone: text,
  businessHours: z.strictObject({
    sunday: day,
    monday: day,
    tuesday: day,
    wednesday: day,
    thursday: day,
    friday: day,
    saturday: day,
  }),
  bill: z.strictObject({
    tariff: text,
    contractedDemand: text,
    readDate: text,
    image: z.nullable(text),
    name: text,
  }),
  voltage: text,
  consumerUnit: text,
  solarPanel: z.boolean(),
  tax: z.nullable(text),
  equipmentsMetaData: z.strictObject({ airConditioning: cooling, refrigeration: cooling }),
  equipments: z.array(z.strictObject({ name: text })),
  newEquipment: text,
}) satisfies z.ZodMiniType<TypedEstablishment>;

const step = z.int().check(z.gte(0), z.lte(LAST_STEP));
const draft = z.strictObject({
  /** What was on the server when the draft began: a draft of something that changed since is out of date. */
  base: typed,
  typed,
  step,
  reached: step,
});
type Draft = z.output<typeof draft>;

const isSame = (a: TypedEstablishment, b: TypedEstablishment) =>
  JSON.stringify(typed.parse(a)) === JSON.stringify(typed.parse(b));

/** What was typed of one establishment, kept on this device for one account until it is saved. */
export const useDraft = (establishmentId: string | null, base: TypedEstablishment) => {
  const { _id } = useUser();
  const name = draftName(_id, 'establishment', establishmentId ?? 'new');
  const found = useMemo(() => {
    const kept = draft.safeParse(readDraft(name));
    return kept.success && isSame(kept.data.base, base) ? kept.data : null;
  }, [name, base]);
  /** Returns whether there is anything to keep. */
  const keep = useCallback(
    (now: Omit<Draft, 'base'>): boolean => {
      const isChanged = !isSame(now.typed, base);
      if (isChanged) keepDraft(name, { ...now, base });
      else forgetDraft(name);
      return isChanged;
    },
    [name, base],
  );
  const forget = useCallback(() => forgetDraft(name), [name]);
  return { found, keep, forget };
};
