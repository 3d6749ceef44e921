import {
  createEstablishment,
  type Establishment,
  establishmentSeen,
  listEstablishments,
  readEstablishment,
  updateEstablishment,
} from '@nascente/contract/sites/establishments';
import { listMeters } from '@nascente/contract/sites/meters';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../../shared/api/api-client.ts';
import { type Seen, useSeen } from '../../../shared/forms/use-seen.ts';
import { useSending } from '../../../shared/forms/use-sending.ts';
import { changeOf, creationOf } from './body-of.ts';
import type { TypedEstablishment } from './typed-establishment.ts';

const save = (establishment: Establishment | null, typed: TypedEstablishment, headers: Seen) =>
  establishment === null
    ? request(createEstablishment, { body: creationOf(typed) })
    : request(updateEstablishment, {
        params: { id: establishment._id },
        body: changeOf(establishment, typed),
        headers,
      });

/** Creates or changes an establishment, once however often it is confirmed. */
export const useSaveEstablishment = (establishment: Establishment | null, onSaved: () => void) => {
  const queryClient = useQueryClient();
  const saveSeen = useSeen(establishment === null ? '' : establishmentSeen(establishment));
  const [saved, setSaved] = useState<Establishment | null>(null);
  const sending = useSending(async (typed: TypedEstablishment) => {
    const answer = await saveSeen((headers) => save(establishment, typed, headers));
    onSaved();
    setSaved(answer.establishment);
    const stale = [listEstablishments, listMeters, readEstablishment].map(({ name }) =>
      queryClient.invalidateQueries({ queryKey: [name], refetchType: 'none' }),
    );
    await Promise.all(stale);
  });
  return { ...sending, saved };
};
