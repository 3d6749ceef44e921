import { meterSeen, updateMeter } from '@nascente/contract/sites/meter-changes';
import type { Board } from '@nascente/contract/sites/meters';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { request } from '../../../shared/api/api-client.ts';
import { useRefreshMeters } from '../../../shared/boards/refresh-meters.ts';
import { useSeen } from '../../../shared/forms/use-seen.ts';
import { announce, METER_AREA_MS } from '../../../shared/ui/snackbar.tsx';
import { changeOf, pageOf, type TypedEdit } from './edit-schema.ts';

/** Saves a meter and goes to its page. `onSaved`: from then on nothing is unsaved. */
export const useSaveMeter = (board: Board) => {
  const refresh = useRefreshMeters();
  const navigate = useNavigate();
  const saveSeen = useSeen(meterSeen(board));
  const [isSaved, setSaved] = useState(false);
  // Once the form knows that nothing is unsaved, so that leaving asks nothing.
  useEffect(() => {
    if (isSaved) void navigate(pageOf(board));
  }, [isSaved, navigate, board]);
  return async (typed: TypedEdit, onSaved: () => void): Promise<void> => {
    await saveSeen((headers) =>
      request(updateMeter, { params: { id: board.id }, body: changeOf(board, typed), headers }),
    );
    onSaved();
    announce('Alterações feitas!', { tone: 'good', lastsMs: METER_AREA_MS });
    setSaved(true);
    await refresh();
  };
};
